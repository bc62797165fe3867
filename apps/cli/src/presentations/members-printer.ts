import type { Operation } from '@vadium/schema'
import type { Io } from '../context/io.ts'
import { type MemberPath, jsonWriter, valueAt, withMembers } from '../schemas/answer-members.ts'
import { listShapeOf, readPage } from '../schemas/list-shape.ts'
import { printableJson, tabbed } from '../terminal/printable.ts'
import { write } from '../terminal/write.ts'
import { allMembers } from './chosen-members.ts'
import { nextPageNotes } from './next-page.ts'
import type { AnswerPrinter } from './presentation.ts'

/** The resources of an answer, and the token of the next page. */
type ReadAnswer = (answer: unknown) => {
  readonly resources: readonly unknown[]
  readonly next: string | undefined
}

/** Prints members of each answer as a line of JSON: of a list, those of all its items. */
export function jsonMembersPrinter(
  operation: Operation,
  paths: readonly MemberPath[],
  io: Io,
): AnswerPrinter {
  const text = membersJson(operation, paths)
  const isList = listShapeOf(operation) !== undefined
  return printerOf(operation, io, (resources) => [text(isList ? resources : resources[0])])
}

/** Writes members of a resource, or of each of several, as JSON on one line. */
export function membersJson(
  operation: Operation,
  paths: readonly MemberPath[],
): (resources: unknown) => string {
  const text = jsonWriter(operation)
  return (resources) => printableJson(text(withMembers(resources, paths)))
}

/** Prints each resource as a line of values that tabs separate. */
export function tsvPrinter(
  operation: Operation,
  paths: readonly MemberPath[] | undefined,
  io: Io,
): AnswerPrinter {
  return printerOf(operation, io, tsvLines(operation, paths))
}

/**
 * Writes each resource as a line of values that tabs separate. Without chosen members, all of them,
 * and their names first.
 */
export function tsvLines(
  operation: Operation,
  paths: readonly MemberPath[] | undefined,
): (resources: readonly unknown[]) => readonly string[] {
  const shown = paths ?? allMembers(operation)
  const json = jsonWriter(operation)
  const lineOf = (resource: unknown) =>
    shown.map((path) => cell(valueAt(resource, path), json)).join('\t')
  let heading = paths === undefined ? [shown.map((path) => path.join('.')).join('\t')] : []
  return (resources) => {
    const lines = [...heading, ...resources.map(lineOf)]
    heading = []
    return lines
  }
}

function cell(value: unknown, json: (value: unknown) => string): string {
  if (value === undefined || value === null) return ''
  return tabbed(typeof value === 'string' ? value : json(value))
}

function printerOf(
  operation: Operation,
  { stdout, stderr }: Io,
  linesOf: (resources: readonly unknown[]) => readonly string[],
): AnswerPrinter {
  const read = readerOf(operation)
  const items = listShapeOf(operation)?.items ?? ''
  let more: string | undefined
  return {
    print: async (answer) => {
      const { resources, next } = read(answer)
      more = next
      await write(
        stdout,
        linesOf(resources)
          .map((line) => `${line}\n`)
          .join(''),
      )
    },
    end: async () => {
      for (const note of nextPageNotes(items, more)) await write(stderr, `${note}\n`)
      return 0
    },
  }
}

function readerOf(operation: Operation): ReadAnswer {
  const listing = listShapeOf(operation)
  if (listing === undefined) return (answer) => ({ resources: [answer], next: undefined })
  return (answer) => {
    const { items, next } = readPage(listing, answer)
    return { resources: items, next }
  }
}
