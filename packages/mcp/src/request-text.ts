import { markUnseen, type Operation } from '@vadium/schema'
import type { OperationInput } from './tools.ts'

/** What ends a quote, or looks as if it did, and what ends a line. */
const quotes = /["“”„‟❝❞〝〞〟＂″‶ʺ˝\t\n\r]/gu

/** A name in a sentence for a person. Nothing in it can end the quotes. */
export function quoted(name: string): string {
  return `“${markUnseen(name).replace(quotes, '\u{fffd}')}”`
}

/** Every member of a request, and what it is about, on a line each. */
export function requestLines({ id }: Operation, { params, query, body }: OperationInput): string[] {
  const members = Object.entries({ ...params, ...query, ...body })
  return [`The request ${id}:`, ...members.map(memberLine)]
}

/** The plain members of a resource, as it is now. */
export function resourceLines(resource: object): string[] {
  const plain = Object.entries(resource).filter(
    ([, value]) => typeof value !== 'object' && value !== undefined,
  )
  return ['It is about:', ...plain.map(memberLine)]
}

/** A text is written as JSON, so that a line break in it cannot look like another member. */
function memberLine([name, value]: [string, unknown]): string {
  const text =
    typeof value === 'string' && /^[\w.:/-]*$/.test(value) ? value : JSON.stringify(value)
  return `  ${name}: ${markUnseen(text)}`
}
