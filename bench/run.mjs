const benches = ['lists', 'http', 'browser']
const chosen = process.argv[2]

if (!benches.includes(chosen)) {
  console.error(`npm run bench -- ${benches.join(' | ')}`)
  process.exitCode = 1
} else {
  await import(`./${chosen}.mjs`)
}
