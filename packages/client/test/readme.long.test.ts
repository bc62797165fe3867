import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { faultsOf } from './compile.ts'

const resources = new URL('../src/resources/', import.meta.url)

const guide = '../../../docs/guides/events-to-a-broker.md'

function examplesOf(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code)
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
it('has examples in its README, of each method and in a guide that compile against the sources', () => {
  const [ofReadme, ofGuide, ofMethods] = [
    examplesOf('../README.md'),
    examplesOf(guide),
    examplesOfMethods(),
  ]
  expect(ofReadme.length).toBeGreaterThan(5)
  expect(ofGuide).toHaveLength(1)
  expect(ofMethods.length).toBeGreaterThan(100)
  // One function, with a block for each example.
  const blocks = ofMethods.map((example) => `{\n${example}}`).join('\n')
  const methods = `export async function examples() {\n${blocks}\n}`
  expect(faultsOf([...ofReadme, ...ofGuide, methods])).toEqual([])
}, 60_000)
