import type { CounterpartyLimits, LimitUse } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import type { Column } from '../../table/column.ts'

const counterparty: Column<CounterpartyLimits> = {
  id: 'counterparty',
  name: 'Counterparty',
  groups: true,
  value: ({ counterparty_name }) => counterparty_name,
}

const usd = (
  id: string,
  name: string,
  value: (limits: CounterpartyLimits) => string | null | undefined,
  missing: string,
): Column<CounterpartyLimits> => ({
  id,
  name,
  kind: 'decimal',
  value: (limits) => value(limits) ?? null,
  cell: (limits) => <Figure value={value(limits)} missing={missing} column />,
})

/** A use in percent of its limit, and that it is above it. */
const percent = (
  id: string,
  name: string,
  of: (use: LimitUse) => readonly [percent: string | null, exceeded: boolean],
): Column<CounterpartyLimits> => ({
  id,
  name,
  kind: 'decimal',
  value: ({ use }) => (use === null ? null : of(use)[0]),
  cell: ({ use }) => {
    if (use === null) return '–'
    const [value, isExceeded] = of(use)
    return (
      <>
        <Figure value={value} unit="%" missing={isExceeded ? 'unknown' : '–'} column />
        {isExceeded && <strong> exceeded</strong>}
      </>
    )
  },
})

/** What is above its limit. Null for a version that is not in effect. */
function exceededText({ use }: CounterpartyLimits): string | null {
  if (use === null) return null
  const names = [
    ...(use.lent_exceeded ? ['lent'] : []),
    ...(use.uncovered_exceeded ? ['uncovered'] : []),
    ...use.assets.flatMap(({ asset, exceeded }) => (exceeded ? [asset] : [])),
  ]
  return names.join(', ') || 'nothing'
}

/** The limits, each with its use. */
export const limitColumns: readonly Column<CounterpartyLimits>[] = [
  counterparty,
  {
    id: 'exceeded',
    name: 'Exceeded',
    value: exceededText,
    cell: (limits) => {
      const text = exceededText(limits)
      return text === 'nothing' ? text : <strong>{text ?? '–'}</strong>
    },
  },
  usd('lent', 'Lent, USD', ({ use }) => use?.lent_usd, '–'),
  usd('lent_max', 'At most, USD', ({ lent_usd_max }) => lent_usd_max, 'no limit'),
  percent('lent_percent', 'Used', (use) => [use.lent_percent, use.lent_exceeded]),
  usd('uncovered', 'Uncovered, USD', ({ use }) => use?.uncovered_usd, '–'),
  usd('uncovered_max', 'Uncovered at most, USD', (one) => one.uncovered_usd_max, 'no limit'),
  percent('uncovered_percent', 'Uncovered used', (use) => [
    use.uncovered_percent,
    use.uncovered_exceeded,
  ]),
  usd('shock', 'Shock', ({ shock }) => shock, '–'),
  { id: 'assets', name: 'Assets', value: assetsText },
  usd('pending', 'Offered, USD', ({ use }) => use?.pending_usd, '–'),
  { id: 'breach', name: 'Above a limit', value: ({ on_breach }) => breachWords(on_breach) },
]

/** What was set, and by whom. */
export const versionColumns = (
  accountName: (id: string) => string,
): readonly Column<CounterpartyLimits>[] => [
  counterparty,
  usd('lent_max', 'Lent at most, USD', ({ lent_usd_max }) => lent_usd_max, 'no limit'),
  usd('uncovered_max', 'Uncovered at most, USD', (one) => one.uncovered_usd_max, 'no limit'),
  usd('shock', 'Shock', ({ shock }) => shock, '–'),
  { id: 'assets', name: 'Assets', value: assetsText },
  { id: 'breach', name: 'Above a limit', value: ({ on_breach }) => breachWords(on_breach) },
  { id: 'version', name: 'Version', kind: 'decimal', value: ({ version }) => String(version) },
  { id: 'set', name: 'Set, UTC', kind: 'time', value: ({ create_time }) => create_time },
  { id: 'by', name: 'By', value: ({ account_id }) => accountName(account_id) },
]

const words: Readonly<Record<string, string>> = { warn: 'warns', refuse: 'refuses' }
/** What happens above a limit, in a word. */
export const breachWords = (breach: string) => words[breach] ?? breach

function assetsText({ assets, use }: CounterpartyLimits): string {
  const used = new Map(use?.assets.map((one) => [one.asset, one]))
  const texts = assets.map(({ asset, lent_quantity_max }) => {
    const of = used.get(asset)
    const lent = of === undefined ? '' : `${of.lent_quantity} of `
    return `${lent}${lent_quantity_max} ${asset}${of?.exceeded === true ? ', exceeded' : ''}`
  })
  return texts.length === 0 ? 'no limit' : texts.join('; ')
}
