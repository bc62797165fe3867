import type { Static, TSchema } from '@sinclair/typebox'
import type { Operation, OperationResponse } from '@vadium/schema'
import type { ExitCode } from '../exit-codes.ts'
import { shapeChecker } from '../operations/answer-shape.ts'
import type { TableColumn } from '../table.ts'

/** How much there is to be seen. */
export interface View {
  /** The width of the terminal; undefined where there is none. */
  readonly columns: number | undefined
  /** Everything was asked for, however wide. */
  readonly wide: boolean
}

/** An answer, written for people. */
export interface Document {
  readonly lines: readonly string[]
  readonly exitCode: ExitCode
}

/** A column of a listing. */
export interface ListColumn<Item> extends TableColumn {
  readonly heading: string
  readonly value: (item: Item) => string
  /** Which views have it; both, unless said. */
  readonly only?: 'wide' | 'compact'
  /** Where a terminal is too narrow, columns go in this order; those without one stay. */
  readonly leavesAs?: number
}

/** What an operation has for people beside its schema. */
export interface Presentation {
  readonly operation: Operation
  /** Command lines to learn from. */
  readonly examples: readonly string[]
  readonly notes?: readonly string[]
  readonly document?: (answer: unknown, view: View) => Document
  readonly list?: ItemList
}

/** How the items of a listing are shown. */
export interface ItemList {
  readonly columns: readonly ListColumn<unknown>[]
  /** @throws VadiumReplyError when an item has not what the columns show. */
  readonly check?: (item: unknown) => unknown
}

type Teaching = Pick<Presentation, 'examples' | 'notes'>

/** Presents an operation whose answer is one thing. */
export function documentPresentation<O extends Operation>(
  operation: O,
  {
    document,
    ...teaching
  }: Teaching & { document: (answer: OperationResponse<O>, view: View) => Document },
): Presentation {
  const check = shapeChecker(operation.response)
  return {
    ...teaching,
    operation,
    document: (answer, view) => document(check(answer), view),
  }
}

/** Presents an operation that lists things of one kind. */
export function listPresentation<Item extends TSchema>(
  operation: Operation,
  item: Item,
  { columns, ...teaching }: Teaching & { columns: readonly ListColumn<Static<Item>>[] },
): Presentation {
  // Whatever the columns are shown has passed the check.
  const list = { columns: columns as readonly ListColumn<unknown>[], check: shapeChecker(item) }
  return { ...teaching, operation, list }
}
