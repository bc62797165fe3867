import type { Run, Weight } from './document-fonts.ts'

/** A run at its place on a line. */
export interface PlacedRun extends Run {
  /** From the beginning of the line, in points. */
  readonly x: number
}

export interface Line {
  readonly runs: readonly PlacedRun[]
  /** In points. */
  readonly width: number
}

/** Cuts and measures texts. */
export interface Typesetter {
  runs(text: string, weight: Weight): readonly Run[]
  /** The width of a run, in points. */
  widthOf(run: Run, size: number): number
}

export interface Style {
  readonly size: number
  readonly weight: Weight
}

/**
 * Breaks a text into lines of a width: between words, and within a word that is longer than a line,
 * such as a digest.
 */
export function linesOf(
  text: string,
  { size, weight }: Style,
  widthMax: number,
  typesetter: Typesetter,
): Line[] {
  const widthOf = (runs: readonly Run[]) =>
    runs.reduce((sum, run) => sum + typesetter.widthOf(run, size), 0)
  const lines: Line[] = []
  let line: PlacedRun[] = []
  let x = 0
  const place = (piece: string) => {
    const runs = typesetter.runs(piece, weight)
    const seen = widthOf(piece.endsWith(' ') ? typesetter.runs(seenOf(piece), weight) : runs)
    if (x > 0 && x + seen > widthMax) {
      lines.push({ runs: line, width: x })
      line = []
      x = 0
    }
    for (const run of runs) {
      append(line, run, x)
      x += typesetter.widthOf(run, size)
    }
  }
  for (const word of text.split(/(?<= )/)) {
    const isLonger = widthOf(typesetter.runs(seenOf(word), weight)) > widthMax
    for (const piece of isLonger ? charactersOf(word) : [word]) place(piece)
  }
  return [...lines, { runs: line, width: x }]
}

/** Without the space at its end. Other white space prints as its number, which is seen. */
const seenOf = (piece: string): string => (piece.endsWith(' ') ? piece.slice(0, -1) : piece)

/** What follows in the same font continues the run: a reader of the file finds whole texts. */
function append(line: PlacedRun[], run: Run, x: number): void {
  const last = line.at(-1)
  if (last === undefined || last.font !== run.font) line.push({ ...run, x })
  else line[line.length - 1] = { ...last, text: last.text + run.text }
}

/** Marks stay with what they stand on. */
const charactersOf = (word: string): string[] => word.match(/\P{M}\p{M}*|\p{M}+/gu) ?? []
