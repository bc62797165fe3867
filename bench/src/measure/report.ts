import pg, { type Client } from 'pg'
import { type BenchBook, ownerApplication } from '../running/bench-book.ts'
import { measuredOrganizationId } from '../book/scenario.ts'
import { lineBreaks, type ReadReport, readReport } from '../load/report-reader.ts'
import type { Options } from '../options.ts'
import { type Metered, withCost } from '../cost/processor-time.ts'
import { forgetPeak, residentMemory } from '../cost/resident-memory.ts'
import { mean, spread, type Spread } from '../cost/statistics.ts'

export interface ReportFigures {
  readonly rows: number
  readonly contestants: readonly {
    readonly name: string
    readonly rowsPerSecond: Spread
    readonly megabytes: number
    /** The processor time of each round. COPY takes none of the service. */
    readonly seconds: ReportSeconds
  }[]
  /** The rate of each format of the report, as a share of the rate of COPY. */
  readonly ratios: readonly { readonly of: string; readonly ratio: Spread }[]
  readonly memory: ReportMemory | undefined
}

/** Processor time in seconds. Undefined if the system does not count it. */
export interface ReportSeconds {
  readonly service: number | undefined
  readonly database: number | undefined
  /** This process, which counts the bytes and lines. */
  readonly reader: number
}

/** The memory of the service, in MiB. */
export interface ReportMemory {
  /** Before its first report. */
  readonly beforeMiB: number
  /** The growth to its peak until each share of the first report had been read. */
  readonly growth: readonly { readonly rows: number; readonly peakMiB: number }[]
  /** The same after all reports, and their number. */
  readonly reports: number
  readonly afterAllMiB: number
}

/** The share of the measured organization in all rows; see `bulk-transfers.ts`. */
const shareOfTheMeasured = 0.6
const looks = [0.01, 0.1, 0.5]
const rounds = 3

const forms = [
  { name: 'f1 report as CSV', target: '/reports/transfers?format=csv' },
  { name: 'f2 report as JSON', target: '/reports/transfers?format=json' },
] as const
const copyName = 'f3 COPY … TO STDOUT'

/**
 * Compares a report of many transfers with COPY of the same columns, the fastest way out of
 * PostgreSQL.
 */
export async function measureReport(
  book: BenchBook,
  { reportRows }: Options,
): Promise<ReportFigures> {
  await book.fillTo(Math.ceil(reportRows / shareOfTheMeasured))
  const { service, application, privateKey } = book
  const before = residentMemory(service.pid)
  forgetPeak(service.pid)
  const growth: { rows: number; peakMiB: number }[] = []
  const look = (rows: number) => {
    const now = residentMemory(service.pid)
    if (now && before) growth.push({ rows, peakMiB: now.peakMiB - before.nowMiB })
  }
  const shares = [...looks]
  // The first report warms up. Only its memory is measured.
  const first = await readReport(service.port, forms[0].target, privateKey, (lines) => {
    const [share] = shares
    if (share === undefined || lines < share * reportRows) return
    shares.shift()
    look(lines)
  })
  const rows = first.lines - 1
  look(rows)

  const lanes = [...forms.map(({ name }) => name), copyName].map((name) => ({
    name,
    rates: [] as number[],
    megabytes: 0,
    spent: [] as ReportSeconds[],
  }))
  for (let round = 0; round < rounds; round += 1) {
    for (const lane of lanes) {
      const form = forms.find(({ name }) => name === lane.name)
      const read = await (form === undefined
        ? withSeconds(book.owner, undefined, () => copy(book.owner))
        : withSeconds(book.owner, { pid: service.pid, application }, () =>
            readReport(service.port, form.target, privateKey),
          ))
      lane.rates.push(rows / read.seconds)
      lane.megabytes = read.bytes / 1e6
      lane.spent.push(read.spent)
    }
  }
  const [, , base] = lanes
  const last = residentMemory(service.pid)
  return {
    rows,
    contestants: lanes.map(({ name, rates, megabytes, spent }) => ({
      name,
      rowsPerSecond: spread(rates),
      megabytes,
      seconds: {
        service: mean(spent.map(({ service: seconds }) => seconds)),
        database: mean(spent.map(({ database }) => database)),
        reader: mean(spent.map(({ reader }) => reader)) ?? 0,
      },
    })),
    ratios: lanes.slice(0, 2).map(({ name, rates }) => ({
      of: name,
      ratio: spread(rates.map((rate, round) => rate / (base?.rates[round] ?? Number.NaN))),
    })),
    memory:
      before && last
        ? {
            beforeMiB: before.nowMiB,
            growth,
            reports: 1 + forms.length * rounds,
            afterAllMiB: last.peakMiB - before.nowMiB,
          }
        : undefined,
  }
}

/** What was read, and how long each process worked on it. */
async function withSeconds(
  owner: Client,
  served: Metered | undefined,
  read: () => Promise<ReadReport>,
): Promise<ReadReport & { readonly spent: ReportSeconds }> {
  const before = process.cpuUsage()
  const metered = served ?? { pid: process.pid, application: ownerApplication }
  const cost = await withCost(owner, metered, async () => ({ requests: 1, ...(await read()) }))
  const { user, system } = process.cpuUsage(before)
  const { serverMicroseconds, databaseMicroseconds, ...outcome } = cost
  const spent = {
    service: served && inSeconds(serverMicroseconds),
    database: inSeconds(databaseMicroseconds),
    reader: (user + system) / 1e6,
  }
  return { ...outcome, spent }
}

const inSeconds = (microseconds: number | undefined) =>
  microseconds === undefined ? undefined : microseconds / 1e6

const columns = `id, external_transfer_id, category, status,
  CASE sender_organization_id WHEN '${measuredOrganizationId}' THEN 'sent' ELSE 'received' END,
  token, quantity, notional_usd, order_id, order_number, sender_organization_id, receiver_organization_id,
  sender_custodian_id, sender_wallet_address, receiver_custodian_id, receiver_wallet_address,
  create_time, update_time`

/** Has no signature, row-level security, names of organizations or order, and parses no value. */
const copyStatement = `COPY (
  SELECT ${columns} FROM transfers
  WHERE '${measuredOrganizationId}' IN (sender_organization_id, receiver_organization_id)
) TO STDOUT (FORMAT csv)`

/**
 * Receives the rows of a COPY and discards them. The types of pg say of its Query only that it can
 * be submitted, not how it is made.
 */
class CountedCopy extends (pg.Query as unknown as new (text: string) => pg.Submittable) {
  bytes = 0
  lines = 0

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.bytes += chunk.length
    this.lines += lineBreaks(chunk)
  }
}

async function copy(client: Client): Promise<ReadReport> {
  const counted = new CountedCopy(copyStatement)
  const begun = performance.now()
  await new Promise<void>((resolve, reject) => {
    Object.assign(counted, {
      callback: (error: Error | null) => (error === null ? resolve() : reject(error)),
    })
    client.query(counted)
  })
  const seconds = (performance.now() - begun) / 1000
  return { bytes: counted.bytes, lines: counted.lines, seconds }
}
