import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faultsOf } from './compile.ts'

const resources = new URL('../src/resources/', import.meta.url)

function examplesOfReadme(): string[] {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  return [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

function examplesOfMethods(): string[] {
  const text = readdirSync(resources)
    .map((file) => readFileSync(new URL(file, resources), 'utf8'))
    .join('\n')
  return [...text.matchAll(/ \* ```ts\n([^]*?) +\* ```$/gm)].map(([, code = '']) =>
    code.replaceAll(/^ +\* ?/gm, ''),
  )
}

// Compiled together, because most of the time is taken by what they import.
it('has examples in its README and of each method that compile against the sources', () => {
  const [ofReadme, ofMethods] = [examplesOfReadme(), examplesOfMethods()]
  expect(ofReadme.length).toBeGreaterThan(5)
  expect(ofMethods.length).toBeGreaterThan(100)
  // One function, with a block for each example.
  const blocks = ofMethods.map((example) => `{\n${example}}`).join('\n')
  const methods = `export async function examples() {\n${blocks}\n}`
  expect(faultsOf([...ofReadme, methods])).toEqual([])
}, 60_000)
