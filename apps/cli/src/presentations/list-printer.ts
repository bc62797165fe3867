import type { ExitCode } from '../exit-codes.ts'
import { type Io, write } from '../io.ts'
import { type ListShape, readPage } from '../operations/pages.ts'
import { gapWidth, type LaidTable, layTable, tableLines } from '../table.ts'
import type { AnswerPrinter } from './answer-printer.ts'
import type { ItemList, ListColumn, View } from './presentation.ts'

type Columns = readonly ListColumn<unknown>[]

/**
 * Prints the pages of a list as one table, each page when it arrives. Headings are printed once.
 * Columns
 * have the width of the first page and become wider if a later page needs it.
 */
export class ListPrinter implements AnswerPrinter {
  readonly #listing: ListShape
  readonly #columns: Columns
  readonly #check: ItemList['check']
  readonly #view: View
  readonly #io: Io
  #shown: Columns | undefined
  #widths: readonly number[] = []
  #pages = 0
  #count = 0
  #next: string | undefined

  constructor(listing: ListShape, { columns, check }: ItemList, view: View, io: Io) {
    this.#listing = listing
    this.#check = check
    this.#columns = columns.filter(({ only = 'both' }) =>
      view.wide ? only !== 'compact' : only !== 'wide',
    )
    this.#view = view
    this.#io = io
  }

  async print(answer: unknown): Promise<void> {
    const { items, next } = readPage(this.#listing, answer)
    this.#next = next
    this.#pages += 1
    if (items.length === 0) return
    this.#count += items.length
    if (this.#check !== undefined) items.forEach(this.#check)
    const first = this.#shown === undefined
    const table = this.#lay(items)
    this.#widths = table.widths
    await write(this.#io.stdout, `${(first ? tableLines(table) : table.lines).join('\n')}\n`)
  }

  /** Prints notes on what the table does not show. */
  async end(): Promise<ExitCode> {
    for (const note of this.#notes()) await write(this.#io.stderr, `${note}\n`)
    return 0
  }

  #lay(items: readonly unknown[]): LaidTable {
    if (this.#shown !== undefined) return laid(this.#shown, items, this.#widths)
    const table = laid(this.#columns, items)
    this.#shown = this.#fitting(table.widths)
    return this.#shown.length === this.#columns.length ? table : laid(this.#shown, items)
  }

  /** The columns that fit on the terminal. */
  #fitting(widths: readonly number[]): Columns {
    const { columns: room = Infinity, wide } = this.#view
    if (wide) return this.#columns
    let needed = widths.reduce((sum, width) => sum + width + gapWidth, -gapWidth)
    const left = new Set<ListColumn<unknown>>()
    const leaving = this.#columns
      .filter(({ leavesAs }) => leavesAs !== undefined)
      .sort((a, b) => (a.leavesAs ?? 0) - (b.leavesAs ?? 0))
    for (const column of leaving) {
      if (needed <= room) break
      left.add(column)
      needed -= (widths[this.#columns.indexOf(column)] ?? 0) + gapWidth
    }
    return this.#columns.filter((column) => !left.has(column))
  }

  *#notes(): Generator<string> {
    const { items } = this.#listing
    if (this.#pages === 0) return
    if (this.#count === 0) yield `No ${items}.`
    const hidden = this.#columns.filter((column) => this.#shown?.includes(column) === false)
    if (hidden.length > 0) {
      const names = hidden.map(({ heading }) => heading.toLowerCase()).join(', ')
      yield `No room for ${names}: --wide shows all.`
    }
    if (this.#next !== undefined) {
      yield `More ${items} follow. --all reads all of them; this reads the next page:`
      yield `  --page-token ${this.#next}`
    }
  }
}

function laid(
  columns: Columns,
  items: readonly unknown[],
  widthsMin?: readonly number[],
): LaidTable {
  const rows = items.map((item) => columns.map(({ value }) => value(item)))
  return layTable(columns, rows, widthsMin)
}
