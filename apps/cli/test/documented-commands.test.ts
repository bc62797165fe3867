import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { operations } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { operationParameters } from '../src/operations/operation-parameters.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const documents = [
  'README.md',
  'apps/cli/README.md',
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(`${root}${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
]

/** The commands of a document that call an operation, each with its words. */
function commandsOf(document: string) {
  const text = readFileSync(`${root}${document}`, 'utf8')
  return [...text.matchAll(/(?:`|\$ |^)vadium ([^`\n|#]*)/gm)].flatMap(([, line = '']) => {
    const words = line.match(/<[^>]*>|"[^"]*"|'[^']*'|\S+/g) ?? []
    const [noun, verb, ...rest] = words
    const operation = operations.find(({ command }) => command[0] === noun && command[1] === verb)
    return operation === undefined ? [] : [{ line: line.trim(), operation, words: rest }]
  })
}

describe.each(documents)('%s', (document) => {
  it('names the arguments of a command as the command takes them', () => {
    for (const { line, operation, words } of commandsOf(document)) {
      const taken = operationParameters(operation)
        .filter(({ kind }) => kind === 'argument')
        .map(({ usage }) => usage.replace(/[[\]]/g, ''))
      // The id of a resource may be named after it, or by itself.
      const known = taken.flatMap((usage) => [usage, usage.replace('>', ' id>'), '<id>'])
      const positional = words.filter(
        (word, index) => word.startsWith('<') && words[index - 1]?.startsWith('--') !== true,
      )
      for (const word of positional) expect(known, `${document}: vadium ${line}`).toContain(word)
    }
  })
})

it('finds the commands of the documents', () => {
  expect(documents.flatMap(commandsOf).length).toBeGreaterThan(30)
})
