/* The guards of the app. Where only a browser can tell, the test is in e2e/. */

const client = 'web/src/api/client.ts'
const drafts = 'web/src/api/drafts.ts'
const parts = 'web/src/api/parts.ts'
const signIn = 'web/src/api/sign-in.ts'
const actions = 'web/src/screens/focus/session/actions.ts'
const elsewhere = 'web/src/screens/focus/session/decided-elsewhere.ts'
const recorder = 'web/src/screens/focus/player/recorder.ts'
const action = 'web/src/shared/useAction.ts'
const text = 'web/src/ui/Text.tsx'

const actionTest = 'web/test/action.test.tsx'
const clientTest = 'web/test/client.test.ts'
const draftsTest = 'web/test/drafts.test.ts'
const partsTest = 'web/test/parts.test.ts'
const recorderTest = 'web/test/recorder.test.ts'
const signInTest = 'web/test/sign-in.test.ts'
const textTest = 'web/test/text.test.tsx'
const sessionTest = 'web/test/review-session.test.ts'
const othersTest = 'web/test/review-session-others.test.ts'

export const web = [
  {
    guard: 'what a colleague decided cannot be decided here',
    file: elsewhere,
    cut: 'lost: true, decided',
    put: 'lost: false, decided',
    test: othersTest,
    red: 'what a colleague decides is said at once',
  },
  {
    guard: 'a change that decides nothing takes nobody’s item away',
    file: elsewhere,
    cut: 'event.queue !== queue || now === null || now === status.pending',
    put: 'event.queue !== queue',
    test: othersTest,
    red: 'what a colleague decides is said at once',
  },
  // What was typed, and other people's text
  {
    guard: 'a draft belongs to one user',
    file: drafts,
    cut: '{userId}:',
    put: '{0}:',
    test: draftsTest,
    red: 'a draft comes back to the same user',
  },
  {
    guard: 'a sign-in drops the drafts of others',
    file: drafts,
    cut: '      tabStore.remove(key)\n',
    put: '      void key\n',
    test: draftsTest,
    red: 'sign-in drops the others',
  },
  {
    guard: 'a sign-out drops the drafts though the server is silent',
    file: signIn,
    cut: '  clearDrafts()\n',
    put: '',
    test: signInTest,
    red: 'a sign-out removes token and drafts',
  },
  {
    guard: 'a text of others is no markup',
    file: text,
    cut: 'return <bdi>{found ? withFound(text, found) : withMarks(text)}</bdi>',
    put: 'return <bdi dangerouslySetInnerHTML={{ __html: text }} />',
    test: textTest,
    red: 'is a text, not a pattern and not markup',
  },
  {
    guard: 'hidden characters in a text of others are shown',
    file: text,
    cut: 'if (!found.length) return text',
    put: 'if (text) return text',
    test: textTest,
    red: 'hides nothing that the text would show',
  },
  // Who is signed in
  {
    guard: 'a 401 removes the token',
    file: client,
    cut: '    forgetToken(bearer)\n',
    put: '',
    test: clientTest,
    red: 'a 401 removes the token that was sent',
  },
  {
    guard: 'a late 401 leaves the present sign-in alone',
    file: client,
    cut: 'const isCurrent = bearer === token()',
    put: 'const isCurrent = true',
    test: clientTest,
    red: 'a late 401 for an earlier token',
  },
  {
    guard: 'a 401 ends the session of the tab',
    file: 'web/src/api/session.ts',
    cut: "if (failure.kind !== 'signedOut') return",
    put: 'if (failure.kind) return',
    test: signInTest,
    red: 'a 401 ends the session of this tab',
  },
  {
    guard: 'a token counts only after the server has said whose it is',
    file: signIn,
    cut: 'export async function enter(): Promise<SignInResult> {\n',
    put: "export async function enter(): Promise<SignInResult> {\n  storeToken('0')\n",
    test: signInTest,
    red: 'the token is stored only after',
  },
  {
    guard: 'without a session there is the login form and nothing else',
    file: 'web/src/app/Root.tsx',
    cut: '  if (signedOut) return <Login />\n',
    put: '',
    test: 'e2e/login.spec.ts',
    red: 'the token decides between login and dashboard',
  },
  // One action, once
  {
    guard: 'a second click waits for the first',
    file: action,
    cut: "if (busy.current) return new ApiFailure('cancelled')",
    put: '',
    test: actionTest,
    red: 'a second click while the first is on its way',
  },
  {
    guard: 'an action that nobody confirmed keeps its key',
    file: action,
    cut: 'if (unconfirmed.current?.input !== written)\n',
    put: '\n',
    test: actionTest,
    red: 'what nobody confirmed is repeated under the same key',
  },
  {
    guard: 'a change is sent again under its key',
    file: client,
    cut: 'return await sendOnce(call, input, key, options)',
    put: 'return await sendOnce(call, input, newKey(), options)',
    test: clientTest,
    red: 'is sent again under the same key',
  },
  {
    guard: 'a change without an answer is not called failed',
    file: client,
    cut: "throw new ApiFailure(call.changes ? 'unconfirmed' : 'failed')",
    put: "throw new ApiFailure('failed')",
    test: clientTest,
    red: 'after that, never “failed”',
  },
  {
    guard: 'an answer belongs to the filter that asked for it',
    file: 'web/src/api/queries.ts',
    cut: 'input === undefined ? [call.method, call.path] : [call.method, call.path, input]',
    put: 'input === undefined ? [call.method, call.path] : [call.method, call.path]',
    test: 'web/test/queries.test.ts',
    red: 'a late answer to an older filter',
  },
  // Focus review
  {
    guard: 'decisions are ignored right after an item appears',
    file: actions,
    cut: ' && session.now() - session.shownAt >= doublePressGuardMs',
    put: '',
    test: sessionTest,
    red: 'a second press right after the item changed',
  },
  {
    guard: 'an item that is not on the screen yet is not decided',
    file: 'web/src/screens/focus/session/session-context.ts',
    cut: 'session.shownAt = Number.POSITIVE_INFINITY',
    put: 'session.shownAt = session.now()',
    test: sessionTest,
    red: 'an item that is not on the screen yet',
  },
  {
    guard: 'an undo of what was never sent sends nothing',
    file: actions,
    cut: 'if (!unsent) enqueue(',
    put: 'if (entry) enqueue(',
    test: sessionTest,
    red: 'undo of an unsent decision sends nothing',
  },
  {
    guard: 'an undo ends with its grace',
    file: actions,
    cut: 'if (!entry || (entry.undoUntil ?? Number.POSITIVE_INFINITY) < session.now()) return undefined',
    put: 'if (!entry) return undefined',
    test: sessionTest,
    red: 'after the undo period it is not tried',
  },
  {
    guard: 'a receipt has no more seconds than have passed',
    file: recorder,
    cut: '&& isPossible(advance, last.recordedAt)) add',
    put: ') add',
    test: recorderTest,
    red: 'a jump without an event counts nothing',
  },
  {
    guard: 'a receipt gains no visibility by being shortened',
    file: recorder,
    cut: '(a, b) => a.visible === b.visible)',
    put: '() => true)',
    test: recorderTest,
    red: 'visibility is never gained',
  },
  {
    guard: 'a reported video is blurred until it is played',
    file: 'web/src/screens/focus/useImageFilters.ts',
    cut: 'const coversBlurred = isReported && covers.blurred',
    put: 'const coversBlurred = isReported && !covers.blurred',
    test: 'e2e/focus-queues.spec.ts',
    red: 'worked through by the same keys',
  },
  {
    guard: 'a frame that was blurred was not seen',
    file: 'web/src/screens/focus/player/ReviewPlayer.tsx',
    cut: 'sheet.isCurrent && !covered}',
    put: 'sheet.isCurrent}',
    test: 'e2e/focus-queues.spec.ts',
    red: 'worked through by the same keys',
  },
  {
    guard: 'a letter that picks a reason has no command',
    file: 'web/src/screens/focus/keys/keymap.ts',
    cut: '...letterKeys.filter((chord) => !commandWithChord(map, chord))',
    put: '...letterKeys',
    test: 'web/test/keymap.test.ts',
    red: 'reasons have the digits and then the letters',
  },
  // Parts of the app that were lost on their way
  {
    guard: 'a file that was lost is asked for again',
    file: parts,
    cut: '  loading.catch(() => files.delete(address))\n',
    put: '',
    test: partsTest,
    red: 'a file that was lost is asked for again',
  },
  {
    guard: 'nothing is imported before all of it has come',
    file: parts,
    cut: '  await Promise.all(needed.map(',
    put: '  void Promise.allSettled(needed.map(',
    test: partsTest,
    red: 'a file that was lost is asked for again',
  },
  {
    guard: 'files that are gone are told apart from lost ones',
    file: parts,
    cut: 'response.status === 404',
    put: 'false',
    test: partsTest,
    red: '404 with application/json',
  },
  {
    guard: 'a screen whose code was lost can be tried again',
    file: 'web/src/shared/lazyPart.tsx',
    cut: '    if (failed) current = start()\n',
    put: '',
    test: 'e2e/lost-parts.spec.ts',
    red: 'every part from the login to focus review is lost twice',
  },
]
