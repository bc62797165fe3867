import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const scratch = mkdtempSync(join(tmpdir(), 'vadium-verify-'))
const report = join(scratch, 'tests.json')

/** Every gate, cheapest first; what a gate needs built is built by the first. */
const gates = [
  ['build', 'turbo', ['run', 'build', '--env-mode=loose', '--output-logs=errors-only']],
  ['format', 'prettier', ['--check', '--log-level=warn', '.']],
  ['documentation', 'node', ['tools/docs/dist/main.js']],
  ['types', 'turbo', ['run', 'types', '--env-mode=loose', '--output-logs=errors-only']],
  ['packaging', 'node', ['tools/verify/packaging.mjs', scratch]],
  [
    'structure',
    'depcruise',
    ['--config', 'structure.config.mjs', 'packages', 'apps', 'tools', 'bench'],
  ],
  ['lint', 'eslint', ['.']],
  [
    'tests',
    'vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ],
]

let passed = 0
let failed = 0
for (const [name, command, parameters] of gates) {
  const began = Date.now()
  const { status } = spawnSync(command, parameters, { stdio: 'inherit' })
  const good = status === 0
  if (good) passed += 1
  else failed += 1
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`${good ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
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
