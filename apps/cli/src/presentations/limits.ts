import {
  CounterpartyLimits,
  type LimitUse,
  listCounterpartyLimits,
  setCounterpartyLimits,
} from '@vadium/schema'
import { plainList } from './plain-list.ts'
import { type ListColumn, listPresentation, type Presentation } from './presentation.ts'

const usd = { kind: 'figure', align: 'right' } as const
const ofOrder = { ...usd, mayBeMissing: true } as const

const compact: readonly ListColumn<CounterpartyLimits>[] = [
  { heading: 'COUNTERPARTY', value: ({ counterparty_name: name }) => name },
  { heading: 'VERSION', align: 'right', leavesAs: 1, value: ({ version }) => String(version) },
  { heading: 'LENT USD', ...usd, value: ({ use }) => use?.lent_usd ?? '' },
  { heading: 'OF', ...usd, leavesAs: 3, value: ({ lent_usd_max: max }) => max ?? '' },
  { heading: '%', ...usd, value: ({ use }) => use?.lent_percent ?? '' },
  { heading: 'UNCOVERED USD', ...usd, value: ({ use }) => use?.uncovered_usd ?? '' },
  { heading: 'OF', ...usd, leavesAs: 2, value: ({ uncovered_usd_max: max }) => max ?? '' },
  { heading: '%', ...usd, value: ({ use }) => use?.uncovered_percent ?? '' },
  { heading: 'EXCEEDED', kind: 'state', value: ({ use }) => exceededOf(use) },
  { heading: 'LENT % AFTER', ...ofOrder, value: ({ use_after: use }) => use?.lent_percent ?? '' },
  {
    heading: 'UNCOVERED % AFTER',
    ...ofOrder,
    value: ({ use_after: use }) => use?.uncovered_percent ?? '',
  },
  {
    heading: 'EXCEEDED AFTER',
    kind: 'state',
    mayBeMissing: true,
    value: ({ use_after: use }) => exceededOf(use),
  },
  { heading: 'ON BREACH', leavesAs: 0, value: ({ on_breach: then }) => then },
]

/** What is above its limit. Empty for a version that is not in effect. */
function exceededOf(use: LimitUse | null): string {
  if (use === null) return ''
  const names = [
    ...(use.lent_exceeded ? ['lent'] : []),
    ...(use.uncovered_exceeded ? ['uncovered'] : []),
    ...use.assets.flatMap(({ asset, exceeded }) => (exceeded ? [asset] : [])),
  ]
  return names.join(', ') || 'no'
}

const wide: readonly ListColumn<CounterpartyLimits>[] = plainList(CounterpartyLimits, []).columns

const list = listPresentation(listCounterpartyLimits, CounterpartyLimits, {
  examples: ['vadium limits list --in-effect', 'vadium limits list --order-id 1042'],
  notes: [
    'A version that another has replaced has no use. --order-id shows the use with that order too.',
  ],
  columns: [...compact.map((column) => ({ ...column, only: 'compact' as const })), ...wide],
})

/** The limits for counterparties, with their use and what exceeds them. */
export const limits: readonly Presentation[] = [
  list,
  {
    operation: setCounterpartyLimits,
    examples: [
      "vadium limits set --counterparty-id 'Kestrel Market Making' --lent-usd-max 5000000",
      'vadium limits set --counterparty-id kestrel --uncovered-usd-max 500000 --shock 0.3 --on-breach warn',
    ],
    notes: [
      'A limit that is left out ends. `vadium limits list --in-effect` shows the present ones.',
    ],
  },
]
