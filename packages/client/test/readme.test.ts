import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faultsOf } from './compile.ts'

const resources = new URL('../src/resources/', import.meta.url)

it('has README examples that compile against the sources', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
  expect(examples.length).toBeGreaterThan(5)
  expect(faultsOf(examples)).toEqual([])
}, 60_000)

it('has an example of each method that compiles', () => {
  const text = readdirSync(resources)
    .map((file) => readFileSync(new URL(file, resources), 'utf8'))
    .join('\n')
  const examples = [...text.matchAll(/ \* ```ts\n([^]*?) +\* ```$/gm)].map(([, code = '']) =>
    code.replaceAll(/^ +\* ?/gm, ''),
  )
  expect(examples.length).toBeGreaterThan(100)
  // One function, with a block for each example, so that they are compiled together.
  const blocks = examples.map((example) => `{\n${example}}`).join('\n')
  expect(faultsOf([`export async function examples() {\n${blocks}\n}`])).toEqual([])
}, 60_000)
