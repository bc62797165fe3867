import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { watchNulls } from './received-nulls.ts'

const known = new Set<string>()

function note(file: string, entry: readonly [string, string]): void {
  const line = `${JSON.stringify(entry)}\n`
  if (known.has(line)) return
  known.add(line)
  appendFileSync(join(inject('sentTexts'), `${process.pid}.${file}`), line)
}

watchNulls((text, column) => note('nulls', [text, column]))

/** Notes the text of the statement among the arguments of a call, and gives them back. */
export function sent<Given extends unknown[]>(call: string, ...given: Given): Given {
  const text = given.map(textOf).find((found) => found !== undefined)
  if (text !== undefined) note('texts', [call, text])
  return given
}

/** The text of a statement; the beginning of one, of which a page is read. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  if ('text' in value && typeof value.text === 'string') return value.text
  return 'select' in value && typeof value.select === 'string' ? value.select : undefined
}
