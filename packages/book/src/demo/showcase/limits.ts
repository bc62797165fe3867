import { day, hour, timestamp } from '../../calendar.ts'
import { accountId } from '../profiles.ts'
import { organizationId, type PartySlug } from '../reference/organizations.ts'
import type { Timeline } from '../timeline.ts'
import { demoTime } from '../times.ts'

interface SetLimits {
  readonly by: PartySlug
  readonly counterparty: PartySlug
  readonly limits: Readonly<Record<string, unknown>>
}

/** Later than every order of the showcase, so that no limit refuses one. */
const setAt = demoTime - 2 * day - 3 * hour

/** Limits for counterparties. The first is exceeded, and warns. */
const limitsSet: readonly SetLimits[] = [
  {
    by: 'harbor',
    counterparty: 'kestrel',
    limits: {
      lent_usd_max: '150000000',
      uncovered_usd_max: '15000000',
      shock: '0.2',
      assets: [{ asset: 'BTC', lent_quantity_max: '600' }],
      on_breach: 'warn',
    },
  },
  {
    by: 'harbor',
    counterparty: 'northgate',
    limits: { lent_usd_max: '200000000', uncovered_usd_max: '80000000', shock: '0.3' },
  },
  {
    by: 'kestrel',
    counterparty: 'harbor',
    limits: { uncovered_usd_max: '75000000', shock: '0.1' },
  },
]

/** Sets limits in the history. */
export function playLimits(timeline: Timeline): void {
  for (const { by, counterparty, limits } of limitsSet) {
    timeline.add({
      at: timestamp(setAt),
      by: accountId(by, 'admin'),
      operation: 'setCounterpartyLimits',
      body: { counterparty_id: organizationId(counterparty), ...limits },
    })
  }
}
