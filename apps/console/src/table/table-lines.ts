import type { Column } from './column.ts'

/** A line of a table: a row, or the head of a group of rows. */
export type Line<Row> =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'group'; readonly name: string; readonly rows: readonly Row[] }

/** What a group of rows without a value is called. */
const nothing = '–'

/** The rows as groups by the values of a column, in the order of their names. Each has a head. */
export function groupedLines<Row>(
  rows: readonly Row[],
  { value }: Column<Row>,
  isClosed: (group: string) => boolean,
): readonly Line<Row>[] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const name = value?.(row) ?? nothing
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [row])
    else group.push(row)
  }
  return [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
    .flatMap(([name, ofGroup]): readonly Line<Row>[] => [
      { kind: 'group', name, rows: ofGroup },
      ...(isClosed(name) ? [] : rowLines(ofGroup)),
    ])
}

export const rowLines = <Row>(rows: readonly Row[]): readonly Line<Row>[] =>
  rows.map((row) => ({ kind: 'row', row }))
