import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const scratch = mkdtempSync(join(tmpdir(), 'vadium-verify-'))
const report = join(scratch, 'tests.json')

/**
 * Every gate in its order: the first builds what the others need, and the long one comes last.
 * `seconds` is what it takes on two idle cores.
 */
const gates = [
  {
    name: 'build',
    what: 'compiles every package',
    seconds: 30,
    command: ['turbo', 'run', 'build', '--env-mode=loose', '--output-logs=errors-only'],
  },
  {
    name: 'format',
    what: 'oxfmt agrees with every file',
    seconds: 1,
    command: ['oxfmt', '--check'],
  },
  {
    name: 'documentation',
    what: 'generated tables and files are what the code says',
    seconds: 2,
    command: ['node', 'tools/docs/dist/main.js'],
  },
  {
    name: 'types',
    what: 'TypeScript checks sources and tests',
    seconds: 8,
    command: ['pnpm', 'run', '--silent', 'types'],
  },
  {
    name: 'packaging',
    what: 'the published packages install, and weigh what they may',
    seconds: 6,
    command: ['node', 'tools/verify/packaging.mjs', scratch],
  },
  {
    name: 'structure',
    what: 'folders import one another in one direction',
    seconds: 8,
    command: ['pnpm', 'run', '--silent', 'structure'],
  },
  {
    name: 'lint',
    what: 'oxlint with types, and our own rules in ESLint',
    seconds: 40,
    command: ['pnpm', 'run', '--silent', 'lint'],
  },
  {
    name: 'tests',
    what: 'the tests of all packages',
    seconds: 630,
    command: [
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
  },
]

let passed = 0
let failed = 0
for (const [index, gate] of gates.entries()) {
  const { name, what, seconds } = gate
  const [command, ...parameters] = gate.command
  console.log(`${index + 1} of ${gates.length}  ${name}: ${what} (about ${seconds} s)`)
  const began = Date.now()
  const { status } = spawnSync(command, parameters, { stdio: 'inherit' })
  const good = status === 0
  if (good) passed += 1
  else failed += 1
  const took = ((Date.now() - began) / 1000).toFixed(0)
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name} (${took} s)`)
}

try {
  const tests = JSON.parse(readFileSync(report, 'utf8'))
  passed += tests.numPassedTests
  failed += tests.numFailedTests
} catch {
  // No report: the tests did not get so far, and their gate has failed already.
}
rmSync(scratch, { recursive: true })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
