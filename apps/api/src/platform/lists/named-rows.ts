/** Rows that are counted and summed, of which the first are named. Sums are decimal strings in USD. */
export interface NamedRows<Row> {
  readonly count: number
  readonly notionalUsd: string
  readonly rows: readonly Row[]
  /** Those that are not named. */
  readonly others: { readonly count: number; readonly notionalUsd: string }
}

/**
 * A column of {@link NamedRows}. The rows of `from` are read once, so what is named and what is only
 * counted make up the whole.
 *
 * @param from A table of few rows: all of them are sorted.
 * @param row What is answered of a row `t`, as JSON. It is computed for the named rows alone.
 * @param order The columns that say which come first.
 * @param usd The amount of a row `t`, or null.
 * @param max How many are named, as an expression.
 */
export function namedRows(
  from: string,
  { row, order, usd, max }: Readonly<Record<'row' | 'order' | 'usd' | 'max', string>>,
): string {
  const sum = (which: string) => `coalesce(sum(${usd})${which}, 0)::text`
  const isOther = ` FILTER (WHERE place > ${max})`
  return `(SELECT json_build_object('count', count(*), 'notionalUsd', ${sum('')},
      'rows', coalesce(json_agg(${row} ORDER BY place) FILTER (WHERE place <= ${max}), '[]'),
      'others', json_build_object('count', count(*)${isOther}, 'notionalUsd', ${sum(isOther)}))
    FROM (SELECT *, row_number() OVER (ORDER BY ${order}) AS place FROM ${from}) t)`
}
