import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const scratch = mkdtempSync(join(tmpdir(), 'vadium-verify-'))
const processors = availableParallelism()
// The tests write there which of them are skipped, for want of a program.
const skipped = join(scratch, 'skipped.txt')
process.env.VADIUM_SKIPPED_TESTS = skipped
// The compilers of the build and of lint are programs in Go. With the usual 100, a fifth of their
// time collects garbage.
process.env.GOGC ??= '400'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
/** A script of package.json without pnpm, which takes as long to start as some gates run. */
const script = (name) => ['sh', '-c', scripts[name]]

/** `seconds` is what a gate takes by itself on two idle cores. */
const build = {
  name: 'build',
  what: 'compiles every package',
  seconds: 12,
  command: ['node', 'tools/start/build.mjs', '--output-logs=errors-only'],
}

/** What a run of tests counted, by its name. */
const reportOf = (name) => join(scratch, `${name}.json`)

const tests = (name, { what, seconds, workers, projects }) => ({
  name,
  what,
  seconds,
  command: [
    'vitest',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    `--maxWorkers=${workers}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportOf(name)}`,
  ],
})

/** Each worker loads the service once. */
const serviceTests = tests('service tests', {
  what: 'the tests of the service, in a browser as well; row types against PostgreSQL',
  seconds: 250,
  workers: processors,
  projects: ['api'],
})

const otherTests = tests('other tests', {
  what: 'the tests of packages, tools and the screens of the console',
  seconds: 110,
  workers: Math.ceil(processors / 2),
  projects: ['packages', 'console'],
})

/** They read the sources alone, so they begin beside the build, which leaves processors idle. */
const ofSources = [
  {
    name: 'structure',
    what: 'folders import one another in one direction',
    seconds: 4,
    command: script('structure'),
  },
  {
    name: 'unused',
    what: 'no file, export or dependency is there for nobody',
    seconds: 9,
    command: script('unused'),
  },
  {
    name: 'format',
    what: 'oxfmt agrees with every file',
    seconds: 1,
    command: ['oxfmt', '--check'],
  },
]

/** They need what is built. All gates but the service tests are run one at a time. */
const ofBuild = [
  otherTests,
  {
    name: 'lint',
    what: 'words of the glossary; TypeScript and oxlint; no operators on decimals',
    seconds: 25,
    command: script('lint'),
  },
  {
    name: 'packaging',
    what: 'the published packages install, and weigh what they may',
    seconds: 8,
    command: ['node', 'tools/verify/packaging.mjs', scratch],
  },
  {
    name: 'documentation',
    what: 'generated tables and files are what the code says',
    seconds: 1,
    command: ['node', 'tools/docs/dist/main.js'],
  },
  {
    name: 'interfaces',
    what: 'names what breaks in the published interfaces; breaks nothing itself',
    seconds: 2,
    command: ['node', 'tools/docs/dist/interfaces.js'],
  },
]

const count = ofSources.length + ofBuild.length + 2
let begun = 0
let passed = 0
let failed = 0

const besideTests = []

/** What a gate beside the tests has printed is shown after them, where it is not lost. */
async function run({ name, what, seconds, command: [command, ...parameters] }, isBesideTests) {
  begun += 1
  console.log(`${begun} of ${count}  ${name}: ${what} (about ${seconds} s)`)
  const start = Date.now()
  const stdio = ['ignore', isBesideTests ? 'pipe' : 'inherit', isBesideTests ? 'pipe' : 'inherit']
  const child = spawn(command, parameters, { stdio })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part) => {
      output += part
    })
  }
  const good = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += `${error.message}\n`
      resolve(false)
    })
    child.on('close', (status) => resolve(status === 0))
  })
  if (good) passed += 1
  else failed += 1
  const took = ((Date.now() - start) / 1000).toFixed(0)
  const result = `${output}${good ? 'ok    ' : 'FAILED'} ${name} (${took} s)`
  if (isBesideTests) besideTests.push(result)
  else console.log(result)
}

async function runInTurn(gates) {
  for (const gate of gates) await run(gate, true)
}

const builds = run(build, false)
const besides = runInTurn(ofSources)
  .then(() => builds)
  .then(() => runInTurn(ofBuild))
await builds
await Promise.all([run(serviceTests, false), besides])
for (const result of besideTests) console.log(result)

for (const { name } of [serviceTests, otherTests]) {
  try {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(reportOf(name), 'utf8'))
    passed += numPassedTests
    failed += numFailedTests
  } catch {
    // No report: the tests did not get so far, and their gate has failed already.
  }
}
if (existsSync(skipped)) process.stdout.write(readFileSync(skipped, 'utf8'))
rmSync(scratch, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
