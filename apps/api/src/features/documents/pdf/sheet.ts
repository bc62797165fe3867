import type PDFDocument from 'pdfkit'
import { DocumentFonts, type Run, type Weight } from './document-fonts.ts'
import { type Line, linesOf, type Style } from './text-lines.ts'

/** What a sheet draws with. PDFKit has it. */
export type Pen = InstanceType<typeof PDFDocument>

/** All lengths are in points. */
export const page = { width: 595.28, height: 841.89, side: 56, top: 96, bottom: 84 } as const
export const inner = page.width - 2 * page.side

export const colors = {
  ink: '#17202e',
  muted: '#5c6675',
  rule: '#d4dae2',
  band: '#f3f6f9',
  accent: '#0f5c7a',
} as const
type Color = (typeof colors)[keyof typeof colors]

const lineHeight = 1.42
/** How far the baseline is below the top of a line, in sizes. */
const ascent = 1.069

interface Drawn extends Style {
  readonly color: Color
}

export const styles = {
  title: { size: 21, weight: 'bold', color: colors.ink },
  heading: { size: 11.5, weight: 'bold', color: colors.accent },
  lead: { size: 10.5, weight: 'regular', color: colors.ink },
  body: { size: 8.8, weight: 'regular', color: colors.ink },
  strong: { size: 10.2, weight: 'bold', color: colors.ink },
  figure: { size: 13, weight: 'bold', color: colors.ink },
  label: { size: 8.8, weight: 'regular', color: colors.muted },
  small: { size: 7.2, weight: 'regular', color: colors.ink },
  column: { size: 7.2, weight: 'bold', color: colors.muted },
  foot: { size: 6.6, weight: 'regular', color: colors.muted },
} as const satisfies Readonly<Record<string, Drawn>>
export type StyleName = keyof typeof styles

/** A column of a table. The widths of all columns are parts of the whole. */
export interface Column {
  readonly title: string
  readonly part: number
  readonly align?: 'left' | 'right'
  readonly weight?: Weight
}

interface Box {
  readonly x: number
  readonly width: number
  readonly align?: 'left' | 'right'
}

/** Lines in a column. */
interface Cell {
  readonly lines: readonly Line[]
  readonly style: StyleName
  readonly box: Box | undefined
}

/** So many lines fit on any page, below the head of a table. */
const linesOfPageMin = 30
/** Where fewer lines are left, nothing is begun that is longer. */
const dividedLinesMin = 4

/** Writes from the top of the first page down, and begins a page where one is full. */
export class Sheet {
  readonly #pen: Pen
  readonly #fonts: DocumentFonts
  readonly #known = new Set<string>()
  readonly #widths = new Map<string, number>()
  #y: number = page.top

  constructor(pen: Pen, fonts: DocumentFonts) {
    this.#pen = pen
    this.#fonts = fonts
  }

  /** Where the next line begins. */
  get y(): number {
    return this.#y
  }

  /** Leaves room. */
  space(height: number): void {
    this.#y += height
  }

  /** Begins a page unless so much room is left on this one. */
  keep(height: number): void {
    if (this.#y + height > page.height - page.bottom) this.#newPage()
  }

  paragraph(text: string, style: StyleName = 'lead'): void {
    for (const line of this.#lines(text, style, inner)) {
      this.keep(heightOf(style))
      this.#drawLine(line, style, { x: page.side, width: inner }, this.#y)
      this.#y += heightOf(style)
    }
  }

  heading(text: string): void {
    this.space(16)
    this.keep(72)
    this.paragraph(text, 'heading')
    this.space(4)
  }

  /** Labels with their values, one below the other, with a rule below each. */
  facts(rows: readonly (readonly [label: string, value: string])[]): void {
    const left = { x: page.side, width: 170 }
    const right = { x: page.side + 178, width: inner - 178 }
    for (const [label, value] of rows) {
      const labels = this.#lines(label, 'label', left.width)
      const values = this.#lines(value, 'body', right.width)
      this.#drawRow(
        [
          { lines: labels, style: 'label', box: left },
          { lines: values, style: 'body', box: right },
        ],
        () => this.#newPage(),
      )
    }
  }

  /** Figures side by side, which a reader looks for first. */
  figures(figures: readonly (readonly [title: string, value: string])[]): void {
    this.space(12)
    this.blocks(
      figures.map(([title, value]) => ({ title, lines: [value] })),
      'figure',
    )
  }

  /** Blocks side by side on a band, each with a title and lines, of which the first stands out. */
  blocks(
    blocks: readonly { readonly title: string; readonly lines: readonly string[] }[],
    firstStyle: StyleName = 'strong',
  ): void {
    const gap = 12
    const width = (inner - gap * (blocks.length - 1)) / blocks.length
    const inside = width - 24
    const set = blocks.map(({ title, lines: [first = '', ...rest] }) => [
      ...this.#styled(title, 'column', inside),
      ...this.#styled(first, firstStyle, inside),
      ...rest.flatMap((line) => this.#styled(line, 'small', inside)),
    ])
    const heights = set.map((lines) => lines.reduce((sum, { style }) => sum + heightOf(style), 0))
    const height = Math.max(...heights) + 20
    this.keep(height)
    for (const [index, lines] of set.entries()) {
      const x = page.side + index * (width + gap)
      this.#pen.rect(x, this.#y, width, height).fill(colors.band)
      this.#pen.rect(x, this.#y, 2.5, height).fill(colors.accent)
      let y = this.#y + 10
      for (const { line, style } of lines) {
        this.#drawLine(line, style, { x: x + 14, width: inside }, y)
        y += heightOf(style)
      }
    }
    this.#y += height
  }

  /**
   * A table, whose head is repeated on each page. A row is divided between pages only if it is
   * higher than a page.
   */
  table(
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    {
      style = 'small',
      total,
    }: { readonly style?: StyleName; readonly total?: readonly string[] } = {},
  ): void {
    const boxes = boxesOf(columns)
    this.keep(3 * heightOf(style) + 12)
    this.#head(columns, boxes)
    for (const row of rows) this.#row(columns, boxes, row, style)
    if (total !== undefined) {
      const bold = columns.map((column) => ({ ...column, weight: 'bold' as const }))
      this.#row(bold, boxes, total, style)
    }
  }

  rule(color: Color = colors.rule): void {
    const { side } = page
    this.#pen
      .moveTo(side, this.#y)
      .lineTo(side + inner, this.#y)
      .lineWidth(0.5)
      .stroke(color)
  }

  /** A text at a place of a page that is written already, such as in its margin. */
  mark(text: string, style: StyleName, y: number, align: 'left' | 'right' = 'left'): void {
    const [line] = this.#lines(text, style, inner)
    if (line !== undefined) this.#drawLine(line, style, { x: page.side, width: inner, align }, y)
  }

  #head(columns: readonly Column[], boxes: readonly Box[]): void {
    const cells = columns.map(({ title }, index) =>
      this.#lines(title, 'column', boxes[index]?.width ?? 0),
    )
    const height = Math.max(...cells.map((lines) => lines.length)) * heightOf('column') + 8
    this.#pen.rect(page.side, this.#y, inner, height).fill(colors.band)
    for (const [index, lines] of cells.entries()) {
      this.#drawLines(lines, 'column', boxes[index], this.#y + 4)
    }
    this.#y += height
  }

  #row(
    columns: readonly Column[],
    boxes: readonly Box[],
    row: readonly string[],
    style: StyleName,
  ): void {
    const cells = row.map((text, index) => {
      const box = boxes[index]
      const lines = linesOf(text, this.#cellStyle(columns[index], style), box?.width ?? 0, this)
      return { lines, style, box }
    })
    this.#drawRow(cells, () => {
      this.#newPage()
      this.#head(columns, boxes)
    })
  }

  /** Draws cells side by side, with a rule below: on a page if they fit on one, or on several. */
  #drawRow(cells: readonly Cell[], beginPage: () => void): void {
    const lineHeight = Math.max(...cells.map(({ style }) => heightOf(style)))
    const height = Math.max(1, ...cells.map(({ lines }) => lines.length))
    const room = () => Math.floor((page.height - page.bottom - this.#y - 6) / lineHeight)
    if (room() < Math.min(height, dividedLinesMin)) beginPage()
    else if (room() < height && height <= linesOfPageMin) beginPage()
    for (let from = 0; from < height;) {
      const to = Math.min(height, from + room())
      for (const { lines, style, box } of cells) {
        this.#drawLines(lines.slice(from, to), style, box, this.#y + 3)
      }
      this.#y += (to - from) * lineHeight + 6
      this.rule()
      if (to < height) beginPage()
      from = to
    }
  }

  #cellStyle(column: Column | undefined, style: StyleName): Style {
    return { size: styles[style].size, weight: column?.weight ?? styles[style].weight }
  }

  /** The runs of a text. It is a part of {@link linesOf}. */
  runs(text: string, weight: Weight): Run[] {
    return this.#fonts.runs(text, weight)
  }

  widthOf(run: Run, size: number): number {
    const key = `${run.font} ${size} ${run.text}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const width = this.#useFont(run.font, size).widthOfString(run.text)
    this.#widths.set(key, width)
    return width
  }

  #lines(text: string, style: StyleName, width: number): Line[] {
    return linesOf(text, styles[style], width, this)
  }

  #styled(text: string, style: StyleName, width: number) {
    return this.#lines(text, style, width).map((line) => ({ line, style }))
  }

  #drawLines(lines: readonly Line[], style: StyleName, box: Box | undefined, top: number): void {
    for (const [index, line] of lines.entries()) {
      if (box !== undefined) this.#drawLine(line, style, box, top + index * heightOf(style))
    }
  }

  #drawLine(line: Line, style: StyleName, { x, width, align }: Box, top: number): void {
    const { size, color } = styles[style]
    const begin = align === 'right' ? x + width - line.width : x
    for (const run of line.runs) {
      const pen = this.#useFont(run.font, size).fillColor(color)
      // A reader of the file finds the characters, not the glyphs that a script makes of them.
      if (run.isShaped) pen.markContent('Span', { actual: run.text })
      pen.text(run.text, begin + run.x, top + size * (lineHeight - ascent) * 0.5, {
        lineBreak: false,
      })
      if (run.isShaped) pen.endMarkedContent()
    }
  }

  #useFont(name: string, size: number): Pen {
    if (!this.#known.has(name)) {
      this.#pen.registerFont(name, this.#fonts.fileOf(name))
      this.#known.add(name)
    }
    return this.#pen.font(name).fontSize(size)
  }

  #newPage(): void {
    this.#pen.addPage()
    this.#y = page.top
  }
}

const heightOf = (style: StyleName) => styles[style].size * lineHeight

const columnGap = 8

function boxesOf(columns: readonly Column[]): Box[] {
  const whole = columns.reduce((sum, { part }) => sum + part, 0)
  const room = inner - 12 - columnGap * (columns.length - 1)
  let x = page.side + 6
  return columns.map(({ part, align }) => {
    const width = (room * part) / whole
    const box = { x, width, ...(align !== undefined && { align }) }
    x += width + columnGap
    return box
  })
}
