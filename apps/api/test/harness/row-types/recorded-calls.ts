import { fileURLToPath } from 'node:url'
import type { Vite } from 'vitest/node'

const sources = fileURLToPath(new URL('../../../src/', import.meta.url))
const recorder = fileURLToPath(new URL('sent-texts.ts', import.meta.url))

/** What a source has that has a call with a row type. The others are not parsed. */
const reads = /(?:query|row|rows|firstRow|rowsOf|read\w*|queryAsOwner)<[A-Z{]/

/** A call with type arguments, and where its arguments are. */
interface Call {
  /** Where its first type argument begins, which no other call of its file has. */
  readonly at: number
  readonly from: number
  readonly to: number
}

/**
 * Makes each call of the service that has a row type note the text of its statement: its arguments
 * pass through `sent`. No line moves.
 */
export function recordedCalls(): Vite.Plugin {
  return {
    name: 'recorded-calls',
    enforce: 'pre',
    transform(code, id) {
      const isOfService = this.environment.name === 'ssr' && id.startsWith(sources)
      if (!isOfService || !reads.test(code)) return null
      const calls = [...callsIn(this.parse(code, { lang: 'ts' }))]
      if (calls.length === 0) return null
      return { code: recorded(code, calls, id.slice(sources.length)), map: null }
    },
  }
}

function recorded(code: string, calls: readonly Call[], path: string): string {
  const insertions = calls.flatMap(({ at, from, to }) => [
    { place: from, text: `...sent(${JSON.stringify(`${path}:${at}`)}, ` },
    { place: to, text: ')' },
  ])
  let rest = code
  let written = `\nimport { sent } from ${JSON.stringify(recorder)}`
  for (const { place, text } of insertions.toSorted((a, b) => b.place - a.place)) {
    written = text + rest.slice(place) + written
    rest = rest.slice(0, place)
  }
  return rest + written
}

type Syntax = Readonly<Record<string, unknown>>

const isSyntax = (value: unknown): value is Syntax => typeof value === 'object' && value !== null

function* callsIn(part: unknown): Generator<Call> {
  if (!isSyntax(part)) return
  for (const inner of Object.values(part)) yield* callsIn(inner)
  const { type, typeArguments, end, arguments: given } = part
  if (type !== 'CallExpression' || !isSyntax(typeArguments) || typeof end !== 'number') return
  if (!Array.isArray(given) || given.length === 0) return
  const [first] = isSyntax(typeArguments['params']) ? Object.values(typeArguments['params']) : []
  const at = isSyntax(first) ? first['start'] : undefined
  const from = typeArguments['end']
  if (typeof at === 'number' && typeof from === 'number') yield { at, from: from + 1, to: end - 1 }
}
