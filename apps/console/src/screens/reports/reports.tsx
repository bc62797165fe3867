import type { Operation } from '@vadium/schema'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../figures/button.tsx'
import { Choice } from '../../figures/choice.tsx'
import { DownloadProgress } from '../../figures/download-progress.tsx'
import { TimeChoice } from '../../figures/time-choice.tsx'
import { Title } from '../../figures/title.tsx'
import { type Option, useChoices } from '../../service/choices.ts'
import { useClient } from '../../service/service.tsx'
import { useDownload } from '../../service/download.ts'
import { stateWords } from '../../figures/state-words.ts'
import { useNow } from '../../service/now.ts'
import { type Period, usualPeriods, usualTimes } from './periods.ts'
import { purposeWords } from '../transfers/purpose-words.ts'
import { kindOf, nameOf, queryOf, reportOf, reports, takes } from './report-kinds.ts'
import { ReportPreview } from './report-preview.tsx'
import type { ReportSearch } from './report-search.ts'
import styles from './reports.module.css'

const types = { csv: 'text/csv', json: 'application/json' } as const

/** The book as it stood at a time, or what happened in a period, to a file. */
export function Reports() {
  const client = useClient()
  const search = useSearch({ from: '/reports' })
  const { download, begin, stop } = useDownload()
  const report = reportOf(search.report)
  const format = search.format === 'json' ? 'json' : 'csv'
  const query = { ...queryOf(report, search), format }
  const isReading = download.state === 'reading'
  return (
    <section className={styles['screen']}>
      <Title>Reports</Title>
      <Parameters report={report} search={search} />
      <Usual report={report} search={search} />
      <p className={styles['fine']}>{report.description}</p>
      <div className={styles['buttons']}>
        <Button
          className="button primary"
          isDisabled={isReading}
          onPress={() => {
            void begin(fileName(report, search, format), types[format], (signal) =>
              client.exportText(report, { query }, { signal }),
            )
          }}
        >
          Save as {format.toUpperCase()}
        </Button>
        {isReading && (
          <Button className="button" onPress={stop}>
            Stop
          </Button>
        )}
      </div>
      <DownloadProgress download={download} />
      <ReportPreview report={report} query={queryOf(report, search)} />
    </section>
  )
}

/** The kind of the report and its time, in letters that every file system takes. */
function fileName(report: Operation, { as_of, from, to }: ReportSearch, format: string): string {
  const time = from !== undefined && to !== undefined ? `${from}-${to}` : as_of
  const at = (time ?? new Date().toISOString()).replaceAll(/[:.]/g, '')
  return `vadium-${kindOf(report)}-${at}.${format}`
}

const dayMs = 86_400_000

/** The times and periods that are often asked for. */
function Usual({ report, search }: { readonly report: Operation; readonly search: ReportSearch }) {
  // The same for a day, whatever the second.
  const now = useNow(dayMs)
  const usual: readonly Period[] = [
    ...(takes(report, 'as_of') ? usualTimes(now) : []),
    ...(takes(report, 'from') ? usualPeriods(now) : []),
  ]
  return (
    <ul className={styles['usual']} aria-label="Usual times">
      {usual.map(({ name, search: chosen }) => (
        <li key={name}>
          <Link to="/reports" search={{ ...search, ...chosen }}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const times = {
  as_of: 'As of, UTC',
  from: 'From, UTC',
  to: 'To, UTC',
} as const

function Parameters({
  report,
  search,
}: {
  readonly report: Operation
  readonly search: ReportSearch
}) {
  const navigate = useNavigate()
  const { assets, counterparties } = useChoices()
  const change = (changed: ReportSearch) => {
    void navigate({ to: '/reports', search: { ...search, ...changed } })
  }
  const choice = (
    name: keyof ReportSearch,
    label: string,
    options: readonly Option[],
    any?: string,
  ) =>
    (takes(report, name) || name === 'report') && (
      <Choice
        label={label}
        {...(any !== undefined && { any })}
        value={search[name]}
        options={options}
        choose={(value) => {
          change({ [name]: value })
        }}
      />
    )
  const time = (name: keyof typeof times) =>
    takes(report, name) && (
      <TimeChoice
        label={times[name]}
        value={search[name]}
        choose={(value) => {
          // A report is as of a time or of a period.
          const other = name === 'as_of' ? { from: undefined, to: undefined } : { as_of: undefined }
          change({ ...other, [name]: value })
        }}
      />
    )
  const [first, ...others] = reports.map((one) => ({ value: kindOf(one), name: nameOf(one) }))
  return (
    <div className="filters">
      {choice('report', 'Report', others, first?.name)}
      {time('as_of')}
      {time('from')}
      {time('to')}
      {choice('counterparty_id', 'Counterparty', counterparties)}
      {choice('asset', 'Asset', assets)}
      {choice('collateral_asset', 'Collateral', assets)}
      {choice('status', 'Status', valuesOf(report, 'status'))}
      {choice('category', 'Purpose', valuesOf(report, 'category', purposeWords))}
      {choice('format', 'File', [{ value: 'json', name: 'JSON' }], 'CSV')}
    </div>
  )
}

/** The values that the schema gives for a parameter. */
function valuesOf(
  { query }: Operation,
  name: string,
  wordsOf: (value: string) => string = stateWords,
): readonly Option[] {
  const values: unknown = query?.properties[name]?.['enum']
  return Array.isArray(values)
    ? values.map((value) => ({ value: String(value), name: wordsOf(String(value)) }))
    : []
}
