import type { VadiumClient } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import { queryOptions } from '@tanstack/react-query'
import { isDecimalText } from '../../figures/decimal-text.ts'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Age, Instant } from '../../figures/time.tsx'
import { useCustodianName } from '../../service/choices.ts'
import { useRead } from '../../service/read.ts'
import { kindOf } from './report-kinds.ts'
import { memberWords, valueWords } from './report-words.ts'
import styles from './reports.module.css'

const previewedRows = 10

/** The first rows of a report. The rest is not read. */
const firstRowsQuery = (
  client: VadiumClient,
  report: Operation,
  query: Readonly<Record<string, string>>,
) =>
  queryOptions({
    queryKey: ['reports', kindOf(report), query],
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const rows: Readonly<Record<string, unknown>>[] = []
      const items: AsyncIterable<unknown> = client.exportItems(report, { query }, { signal })
      for await (const row of items) {
        if (typeof row === 'object' && row !== null)
          rows.push(Object.fromEntries(Object.entries(row)))
        if (rows.length > previewedRows) break
      }
      return rows
    },
  })

/** The first ten rows of a report, with every column that is not an id. */
export function ReportPreview({
  report,
  query,
}: {
  readonly report: Operation
  readonly query: Readonly<Record<string, string>>
}) {
  const rows = useRead(firstRowsQuery, report, query)
  return (
    <Read of={rows} what="the first rows" none="The report has no row.">
      {(read) => <FirstRows rows={read} readAtMs={rows.dataUpdatedAt} />}
    </Read>
  )
}

const isShown = (name: string): boolean => name !== 'id' && !name.endsWith('_id')

function FirstRows({
  rows,
  readAtMs,
}: {
  readonly rows: readonly Readonly<Record<string, unknown>>[]
  readonly readAtMs: number
}) {
  const names = Object.keys(rows[0] ?? {}).filter((name) => isShown(name))
  return (
    <>
      <p className={styles['fine']}>
        {rows.length > previewedRows
          ? `The first ${previewedRows} rows. The file has all rows, and the ids as well.`
          : 'All rows. The file has the ids as well.'}{' '}
        Read <Age of={new Date(readAtMs).toISOString()} by="page" />.
      </p>
      <TableScroll name="First rows">
        <table>
          <thead>
            <tr>
              {names.map((name) => (
                <th
                  key={name}
                  className={isNumber(rows[0]?.[name]) ? 'number' : undefined}
                  title={name}
                >
                  {memberWords(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, previewedRows).map((row, index) => (
              // A report is read once, so its rows stay where they are.
              <tr key={index}>
                {names.map((name) => (
                  <td key={name} className={isNumber(row[name]) ? 'number' : undefined}>
                    <Value name={name} of={row[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </>
  )
}

const isNumber = (value: unknown): boolean => typeof value === 'string' && isDecimalText(value)

const isTime = (value: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

function Value({ name, of: value }: { readonly name: string; readonly of: unknown }) {
  const custodianName = useCustodianName()
  const words = valueWords(name, value)
  if (words !== null) return words
  if (typeof value !== 'string') return value == null ? '–' : JSON.stringify(value)
  if (isDecimalText(value)) return <Figure value={value} column />
  if (name.endsWith('_custodian')) return <span title={value}>{custodianName(value)}</span>
  return isTime(value) ? <Instant at={value} /> : value
}
