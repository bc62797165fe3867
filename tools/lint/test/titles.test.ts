import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The lines of a test file that oxlint refuses by the rules of this repository. */
function refusedLines(lines: readonly string[]): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'vadium-titles-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const untyped = { typeAware: false, typeCheck: false }
  const config = { extends: [join(root, '.oxlintrc.json')], options: untyped }
  writeFileSync(join(folder, 'oxlint.json'), JSON.stringify(config))
  writeFileSync(join(folder, 'some.test.ts'), lines.join('\n'))
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules/.bin/oxlint'),
    ['--config', join(folder, 'oxlint.json'), '--format', 'unix', folder],
    { encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  return [...stdout.matchAll(/some\.test\.ts:(\d+):.*valid-title/g)].map(([, line]) => Number(line))
}

it('refuses a title that begins with a preposition, also one of a table', () => {
  const refused = refusedLines([
    "import { describe, it } from 'vitest'",
    "describe('with a group', () => {",
    "  it('for an unknown status', () => 1)",
    "  it.each([1])('when it is %i', () => 1)",
    "  it('refuses an unknown status with 422', () => 1)",
    "  it('forwards', () => 1)",
    '})',
  ])
  expect(refused.sort()).toEqual([3, 4])
})
