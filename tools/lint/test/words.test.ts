import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const program = fileURLToPath(new URL('../words.mjs', import.meta.url))

/** What lint says of a file with this text, a line for each word, without the path of the file. */
function faultsOf(text: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'vadium-words-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true })
  })
  const path = join(folder, 'text.ts')
  writeFileSync(path, text)
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, path], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const lines = stdout.split('\n').filter((line) => line !== '')
  expect(status).toBe(lines.length === 0 ? 0 : 1)
  return lines.map((line) => line.slice(line.indexOf('text.ts:') + 'text.ts'.length))
}

it('names the line of a refused word, and what to write instead', () => {
  expect(faultsOf('// The caller waits.\n// It is read anew.\n')).toEqual([
    ':2 In place of "anew": again.',
  ])
})

it('finds a refused word as a part of a name', () => {
  const names = ['toldMs', 'is_told', 'WAS_TOLD', 'lastTold', 'Told', 'tell(', '#tells']
  expect(faultsOf(names.join('\n'))).toHaveLength(names.length)
})

it('accepts a word that has the letters of a refused one', () => {
  const words = ['outstanding', 'outstandingQuantity', 'Notwithstanding', 'retell', 'hearing']
  expect(faultsOf([...words, 'standby'].join('\n'))).toEqual([])
})

it('finds a phrase on two lines of a comment, once', () => {
  expect(faultsOf('/**\n * The transfer came to\n * nothing.\n */')).toEqual([
    ':2 In place of "came to nothing": failed, fails.',
  ])
})

it('finds each form of a word by itself', () => {
  const forms = ['tell', 'tells', 'told', 'telling', 'took over', 'takeOver', 'whoever', 'vouched']
  expect(faultsOf(forms.map((form) => `// ${form}`).join('\n'))).toHaveLength(forms.length)
})
