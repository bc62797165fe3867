import { parseArgs } from 'node:util'

export const parts = [
  'listing',
  'preview',
  'sizes',
  'revaluation',
  'report',
  'overload',
  'neighbours',
  'tick',
  'writes',
  'start',
  'streams',
  'growth',
  'grown',
  'filters',
  'console',
] as const
export type Part = (typeof parts)[number]

/** What a run measures, and how often. */
export interface Options {
  readonly quick: boolean
  readonly parts: readonly Part[]
  /** The commit to compare this one with, in place of the contestants. */
  readonly against: string | undefined
  /** The file for all figures, as JSON. */
  readonly json: string | undefined
  /** The number of transfers for the listing and the preview. */
  readonly rows: number
  /** The numbers of transfers at which the cost of a page is measured, rising. */
  readonly sizes: readonly number[]
  /** How many positions are revalued, rising. The contestants are compared at the last number. */
  readonly revaluedPositions: readonly number[]
  /** How many positions a book has whose price changes, rising. */
  readonly tickPositions: readonly number[]
  /** How many idle streams are held, rising. */
  readonly streams: readonly number[]
  /** The number of transfers in the report. */
  readonly reportRows: number
  /** How many transfers settle to measure what they leave. */
  readonly settledTransfers: number
  /** The numbers of transfers at which listing and preview are compared, rising. */
  readonly grownRows: readonly number[]
  /** How many transfers a list with filters looks through. */
  readonly filterRows: number
  readonly rounds: number
  readonly roundSeconds: number
  /** The number of requests for a median latency. */
  readonly latencySamples: number
}

export const usage = `pnpm bench [--quick] [--only <part>] [--against <commit>] [--rounds <n>]
             [--seconds <n>] [--json <file>]

  --quick    a tenth of the rows and short rounds: to see that it runs, not to quote
  --only     one part of the measurements: ${parts.join(', ')};
             may be given more than once
  --against  compare the service with that of another commit, in turns
  --rounds   how many rounds of each; many short ones share other load evenly
  --seconds  how long a round lasts
  --json     write all figures to this file`

/** @throws TypeError that names the wrong argument. */
export function readOptions(argv: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: argv.filter((argument) => argument !== '--'),
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
      against: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const unknown = values.only.find((name) => !parts.some((part) => part === name))
  if (unknown !== undefined) throw new TypeError(`--only ${unknown}: one of ${parts.join(', ')}`)
  const chosen = parts.filter((part) => values.only.length === 0 || values.only.includes(part))
  const { quick, json, against } = values
  const given = { quick, json, against, parts: chosen }
  const roundsOr = (usual: number) => atLeastOne('--rounds', values.rounds, usual)
  const secondsOr = (usual: number) => atLeastOne('--seconds', values.seconds, usual)
  return quick
    ? {
        ...{ ...given, rows: 100_000, sizes: [1_000, 10_000, 100_000, 500_000] },
        revaluedPositions: [1_000, 3_000, 10_000],
        tickPositions: [20_000],
        streams: [2_000],
        reportRows: 100_000,
        settledTransfers: 600,
        grownRows: [100_000, 1_000_000],
        filterRows: 500_000,
        ...{ rounds: roundsOr(5), roundSeconds: secondsOr(1.5), latencySamples: 300 },
      }
    : {
        ...{ ...given, rows: 1_000_000 },
        ...{ sizes: [10_000, 100_000, 1_000_000, 5_000_000] },
        revaluedPositions: [10_000, 30_000, 100_000],
        tickPositions: [100_000, 1_000_000],
        streams: [2_000, 10_000],
        reportRows: 1_000_000,
        settledTransfers: 3_000,
        grownRows: [1_000_000, 10_000_000],
        filterRows: 5_000_000,
        ...{ rounds: roundsOr(7), roundSeconds: secondsOr(4), latencySamples: 1000 },
      }
}

function atLeastOne(option: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new TypeError(`${option} ${text}: a whole number from 1 to 999`)
}
