import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A repository with the hook and the settings of this one, and one staged file. */
function commitOf(text: string): { readonly isDone: boolean; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vadium-hook-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const git = (...given: string[]) =>
    spawnSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...given], {
      cwd: folder,
      encoding: 'utf8',
    })
  for (const path of ['.githooks', '.oxfmtrc.json', '.oxlintrc.json', 'tools/lint']) {
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  git('init')
  writeFileSync(join(folder, 'the file.ts'), text)
  git('add', 'the file.ts')
  const { status, stderr } = git('-c', 'core.hooksPath=.githooks', 'commit', '-m', 'a change')
  return { isDone: status === 0, output: stderr }
}

it('lets a commit pass whose staged file is formatted and clean', () => {
  expect(commitOf("export const one = 'x'\n")).toMatchObject({ isDone: true })
})

it.each([
  ['is not formatted', 'export const one = "x";\n', 'pnpm run format:write'],
  ['breaks a rule of the lint', 'export const one = (x: any) => x\n', 'no-explicit-any'],
])('refuses a commit whose staged file %s, and names it', (_what, text, says) => {
  const { isDone, output } = commitOf(text)
  expect(isDone).toBe(false)
  expect(output).toContain('the file.ts')
  expect(output).toContain(says)
})
