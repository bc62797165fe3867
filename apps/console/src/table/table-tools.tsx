import { DownloadProgress } from '../figures/download-progress.tsx'
import { later } from '../figures/later.tsx'
import { PopOver } from '../figures/pop-over.tsx'
import { useDownload } from '../service/download.ts'
import { spanText } from '../figures/time.tsx'
import { rereadPagesMax } from '../service/long-list.ts'
import { useMachineNow } from '../service/now.ts'
import { useOwnId } from '../service/people.ts'
import type { Pages } from '../service/read.ts'
import { chosenOf, type ShownColumn } from './column.ts'
import type { Line } from './table-lines.ts'
import type { TableOf } from './table-of.ts'
import { type Extent, wholeRowsMax } from './use-whole.ts'
import { Views } from './views.tsx'
import styles from './data-table.module.css'

/** What is rarely opened is loaded when it is. */
const TableSettings = later(
  async () => (await import('./table-settings.tsx')).TableSettings,
  'the columns',
)

interface Tools<Row> {
  readonly table: TableOf<Row>
  readonly shown: readonly ShownColumn<Row>[]
  readonly extent: Extent
  /** Whether the table needs all rows for what it shows. */
  readonly isNeeded: boolean
  readonly lines: readonly Line<Row>[]
}

/** What can be done with a table, and what it waits for. */
export function TableTools<Row>({ table, shown, extent, isNeeded, lines }: Tools<Row>) {
  const { name, what, columns, rows, pages, search, change, tools, isInAddress = true } = table
  return (
    <div className={styles['tools']}>
      {tools}
      {isNeeded && extent !== 'whole' && (
        <p role="status">
          {extent === 'reading'
            ? `Reading all ${what}: ${rows.length} so far. Until then they are in their usual order.`
            : `More than ${wholeRowsMax} ${what} match. Choose filters that leave fewer to sort, group or sum them.`}
        </p>
      )}
      {pages !== undefined && (pages.query.data?.pages.length ?? 0) > rereadPagesMax && (
        <LongList pages={pages} what={what} />
      )}
      <div className={styles['buttons']}>
        {isInAddress && <Views chosen={chosenOf(shown)} />}
        <PopOver button="Columns" name={`Columns of ${name}`} isLate>
          {() => (
            <TableSettings
              name={name}
              columns={columns.filter(({ value }) => value !== undefined)}
              chosen={chosenOf(shown)}
              search={search}
              change={change}
            />
          )}
        </PopOver>
        <SaveTable table={table} shown={shown} extent={extent} lines={lines} />
      </div>
    </div>
  )
}

/** Says that a long list does not follow the events, and how old its first page is. */
function LongList({ pages, what }: { readonly pages: Pages<unknown>; readonly what: string }) {
  const now = useMachineNow()
  const readAtMs = pages.query.data?.pages[0]?.readAtMs ?? now
  return (
    <p>
      {pages.data?.length} {what}, read {spanText(now - readAtMs)} ago. A list that is read so far
      is read again only when you ask.{' '}
      <button type="button" className="button" onClick={pages.beginAgain}>
        Read again from the start
      </button>
    </p>
  )
}

/** Saves the table as it is shown: its columns, its order, and all rows that match. */
function SaveTable<Row>({
  table: { name, rows, readAll },
  shown,
  extent,
  lines,
}: Omit<Tools<Row>, 'isNeeded'>) {
  const { download, begin } = useDownload()
  // Until then, nobody knows which side of a deal is the counterparty.
  const isOwnIdKnown = useOwnId() !== ''
  if (extent !== 'whole' && readAll === undefined) return null
  const inOrder = lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []))
  const save = async () => {
    const { csvFile } = await import('./csv.ts')
    const file = `vadium-${name.toLowerCase().replaceAll(' ', '-')}-${stamp()}.csv`
    const columns = shown.map(({ column }) => column)
    await begin(file, 'text/csv', (signal) =>
      csvFile(columns, extent === 'whole' || readAll === undefined ? inOrder : readAll(signal)),
    )
  }
  return (
    <>
      <button
        type="button"
        className="button quiet"
        disabled={!isOwnIdKnown || rows.length === 0 || download.state === 'reading'}
        onClick={() => void save()}
      >
        Save as CSV
      </button>
      <DownloadProgress download={download} />
    </>
  )
}

const stamp = () => new Date().toISOString().replaceAll(/[:.]/g, '')
