import type { Static, TSchema } from '@sinclair/typebox'
import type { Operation, OperationResponse } from '@vadium/schema'
import type { ExitCode } from '../errors/exit-codes.ts'
import { shapeChecker } from '../schemas/answer-shape.ts'
import type { TableColumn } from '../terminal/table.ts'
import type { Times } from './time.ts'

/** The space for an answer. */
export interface View {
  /** The width of the terminal; undefined without a terminal. */
  readonly columns: number | undefined
  readonly wide: boolean
  /** Whether every input and step is shown, where the flag of a command asks for it. */
  readonly explains: boolean
  /** Whether states have colours. */
  readonly colours: boolean
  readonly times: Times
  /** How to see the columns for which there is no room. */
  readonly rest: string
}

/** The name of an organization; undefined if it is not known. */
export type NameOf = (organizationId: string) => string | undefined

export const noNames: NameOf = () => undefined

/** Shows an answer for people. */
export type Present<Answer = unknown> = (
  answer: Answer,
  view: View,
  nameOf: NameOf,
) => Document | Promise<Document>

/** An answer as text for people. */
export interface Document {
  readonly lines: readonly string[]
  readonly exitCode: ExitCode
}

/** Prints the answers of one operation: a single answer, or each page of a list. */
export interface AnswerPrinter {
  print(answer: unknown): Promise<void>
  end(): Promise<ExitCode>
}

export interface ListColumn<Item> extends TableColumn {
  readonly heading: string
  /** A time as the service has sent it. */
  readonly value: (item: Item, nameOf: NameOf, times: Times) => string
  /**
   * On a terminal, a figure has its thousands separated, and a state has a colour. A time is to the
   * minute, and with `--wide` whole; the heading says of which zone. None of them is cut, as other
   * texts are where there is no room.
   */
  readonly kind?: 'figure' | 'state' | 'time'
  /** The view that has the column. Default: both. */
  readonly only?: 'wide' | 'compact'
  /** Whether it names organizations that the items have by their ids alone. */
  readonly namesOrganizations?: true
  /** Whether it is left out where the first page has no value in it. */
  readonly mayBeMissing?: boolean
  /** On a narrow terminal, columns are removed in this order. Columns without a number stay. */
  readonly leavesAs?: number
}

/** How an operation is shown to people. */
export interface Presentation {
  readonly operation: Operation
  /** Examples of command lines. */
  readonly examples: readonly string[]
  readonly notes?: readonly string[]
  /** Whether `--explain` shows more of an answer. */
  readonly explains?: boolean
  readonly document?: Present
  /** Whether the document names organizations that the answer has by their ids alone. */
  readonly namesOrganizations?: boolean
  readonly list?: ItemList
}

/** How the items of a list are shown. */
export interface ItemList {
  readonly columns: readonly ListColumn<unknown>[]
  /** @throws VadiumReplyError if an item lacks a shown member. */
  readonly check?: (item: unknown) => unknown
}

type Teaching = Pick<Presentation, 'examples' | 'notes' | 'explains'>
type DocumentTeaching = Teaching & Pick<Presentation, 'namesOrganizations'>

/** Presents an operation whose answer is a single resource. */
export function documentPresentation<O extends Operation>(
  operation: O,
  { document, ...teaching }: DocumentTeaching & { document: Present<OperationResponse<O>> },
): Presentation {
  const check = shapeChecker(operation.response)
  return {
    ...teaching,
    operation,
    document: (answer, view, nameOf) => document(check(answer), view, nameOf),
  }
}

/** Presents an operation that lists resources. */
export function listPresentation<Item extends TSchema>(
  operation: Operation,
  item: Item,
  { columns, ...teaching }: Teaching & { columns: readonly ListColumn<Static<Item>>[] },
): Presentation {
  const list = {
    // Every item that the columns show has passed the check.
    columns: columns as readonly ListColumn<unknown>[],
    check: shapeChecker(item),
  }
  return { ...teaching, operation, list }
}
