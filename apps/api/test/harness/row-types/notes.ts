import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What the workers of a run have noted: each key with its values. */
export type Notes = ReadonlyMap<string, ReadonlySet<string>>

/** Whether a test has made any call with a row type. */
export async function isEmpty(folder: string): Promise<boolean> {
  return (await readdir(folder)).every((file) => !file.endsWith('.texts'))
}

/** `texts`: the texts of a call. `nulls`: the columns of a text that were null in a row. */
export async function readNotes(folder: string, kind: 'texts' | 'nulls'): Promise<Notes> {
  const notes = new Map<string, Set<string>>()
  for (const file of await readdir(folder)) {
    if (!file.endsWith(`.${kind}`)) continue
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n').slice(0, -1)
    for (const line of lines) {
      const [key, value] = pairIn(line)
      notes.set(key, (notes.get(key) ?? new Set()).add(value))
    }
  }
  return notes
}

function pairIn(line: string): readonly [string, string] {
  const pair: unknown = JSON.parse(line)
  if (!isPair(pair)) throw new Error(`a worker has noted ${line}`)
  return pair
}

const isPair = (value: unknown): value is readonly [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
