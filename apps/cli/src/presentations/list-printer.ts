import type { Io } from '../context/io.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { type ListShape, readPage } from '../schemas/list-shape.ts'
import { type LaidTable, layTable, tableLines } from '../terminal/table.ts'
import { write } from '../terminal/write.ts'
import { type Fitting, fitColumns } from './fitting.ts'
import { grouped } from './grouped.ts'
import { nextPageNotes } from './next-page.ts'
import {
  type AnswerPrinter,
  type ItemList,
  type ListColumn,
  type NameOf,
  noNames,
  type View,
} from './presentation.ts'
import { toned } from './tone.ts'

type Columns = readonly ListColumn<unknown>[]

/**
 * Prints the pages of a list as one table, each page when it arrives. Headings are printed once.
 * Columns
 * have the width of the first page and become wider if a later page needs it.
 */
export class ListPrinter implements AnswerPrinter {
  readonly #listing: ListShape
  #columns: Columns
  readonly #check: ItemList['check']
  readonly #view: View
  readonly #nameOf: () => Promise<NameOf>
  readonly #io: Io
  #fitting: Fitting | undefined
  #widths: readonly number[] = []
  #pages = 0
  #count = 0
  #next: string | undefined

  /** @param names Reads the names of organizations, for lists that have only their ids. */
  constructor(
    listing: ListShape,
    { columns, check }: ItemList,
    view: View,
    io: Io,
    names: () => Promise<NameOf>,
  ) {
    this.#listing = listing
    this.#check = check
    const zone = view.wide ? 'UTC' : view.times.shortZone.toUpperCase()
    this.#columns = columns
      .filter(({ only = 'both' }) => (view.wide ? only !== 'compact' : only !== 'wide'))
      .map((column) =>
        column.kind === 'time' ? { ...column, heading: `${column.heading} (${zone})` } : column,
      )
    this.#view = view
    this.#io = io
    let known: Promise<NameOf> | undefined
    const unknown = () => Promise.resolve(noNames)
    const isNamed = this.#columns.some(({ namesOrganizations }) => namesOrganizations === true)
    this.#nameOf = isNamed ? () => (known ??= names()) : unknown
  }

  async print(answer: unknown): Promise<void> {
    const { items, next } = readPage(this.#listing, answer)
    this.#next = next
    this.#pages += 1
    if (items.length === 0) return
    this.#count += items.length
    if (this.#check !== undefined) items.forEach(this.#check)
    const first = this.#fitting === undefined
    const table = this.#lay(items, await this.#nameOf())
    this.#widths = table.widths
    await write(this.#io.stdout, `${(first ? tableLines(table) : table.lines).join('\n')}\n`)
  }

  /** Prints notes on what the table does not show. */
  async end(): Promise<ExitCode> {
    for (const note of this.#notes()) await write(this.#io.stderr, `${note}\n`)
    return 0
  }

  #lay(items: readonly unknown[], nameOf: NameOf): LaidTable {
    const laid = ({ shown, fixed }: Fitting) =>
      layTable(
        shown,
        items.map((item) => shown.map((column) => this.#text(column, item, nameOf))),
        { min: this.#widths, fixed },
        (text, index) =>
          this.#view.colours && shown[index]?.kind === 'state' ? toned(text) : text,
      )
    if (this.#fitting !== undefined) return laid(this.#fitting)
    const { columns: room = Infinity, wide, times } = this.#view
    this.#columns = this.#columns.filter(
      ({ mayBeMissing = false, value }) =>
        !mayBeMissing || items.some((item) => value(item, nameOf, times) !== ''),
    )
    const whole: Fitting = { shown: this.#columns, fixed: [] }
    const table = laid(whole)
    this.#fitting = wide ? whole : fitColumns(this.#columns, table.widths, room)
    const { shown, fixed } = this.#fitting
    const isWhole = shown.length === this.#columns.length && fixed.every((one) => one === undefined)
    return isWhole ? table : laid(this.#fitting)
  }

  /** The text of a cell. Figures are grouped for people, and unchanged in a pipe. */
  #text({ kind, value }: ListColumn<unknown>, item: unknown, nameOf: NameOf): string {
    const { times, wide } = this.#view
    const text = value(item, nameOf, times)
    if (kind === 'time') return wide ? times.whole(text) : times.short(text)
    const isGrouped = kind === 'figure' && this.#view.columns !== undefined
    return isGrouped && /^-?\d+(?:\.\d+)?$/.test(text) ? grouped(text) : text
  }

  *#notes(): Generator<string> {
    const { items } = this.#listing
    if (this.#pages === 0) return
    if (this.#count === 0) yield `No ${items.replaceAll('_', ' ')}.`
    const hidden = this.#columns.filter((column) => this.#fitting?.shown.includes(column) === false)
    if (hidden.length > 0) {
      const names = hidden.map(({ heading }) => heading.toLowerCase()).join(', ')
      yield `No room for ${names}: ${this.#view.rest}.`
    }
    yield* nextPageNotes(items, this.#next)
  }
}
