import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const filesOf = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '')

const documents = filesOf('*.md').filter((name) => !name.startsWith('.changeset/'))

/** The fragments of the headings of a document, as GitHub makes them. */
function fragmentsOf(path: string): string[] {
  const headings = readFileSync(path, 'utf8').match(/^#+ .*$/gm) ?? []
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

it('every link of the documents leads to a file, and to a heading that it has', () => {
  const broken: string[] = []
  for (const name of documents) {
    const path = join(root, name)
    const text = readFileSync(path, 'utf8').replace(/^```.*?^```/gms, '')
    for (const [, file = '', heading] of text.matchAll(/\]\(([^)#:\s]*)(?:#([^)\s]*))?\)/g)) {
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(target)) broken.push(`${name}: ${file}`)
      else if (heading !== undefined && !fragmentsOf(target).includes(heading)) {
        broken.push(`${name}: ${file}#${heading}`)
      }
    }
  }
  expect(documents.length).toBeGreaterThan(20)
  expect(broken).toEqual([])
})

it('every test that a document names is there', () => {
  const tests = filesOf('*.test.ts', '*.test.tsx').map((name) => `/${name}`)
  const missing = documents.flatMap((name) => {
    const named = readFileSync(join(root, name), 'utf8').matchAll(/`([\w./-]+\.test\.tsx?)`/g)
    return [...named]
      .filter(([, test = '']) => !tests.some((path) => path.endsWith(`/${test}`)))
      .map(([, test]) => `${name}: ${test}`)
  })
  expect(missing).toEqual([])
})
