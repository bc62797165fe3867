import { Decimal } from '@vadium/margin'
import type {
  Automation,
  AutomaticCalls,
  OperationBody,
  OperationQuery,
  listAutomations,
  setAutomation,
} from '@vadium/schema'
import { boundsFault, domainBounds } from '../../platform/decimal-bounds.ts'
import type { Tenant } from '../../platform/db/tenant.ts'
import type { PageBounds } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { knownCounterparty } from '../access/index.ts'
import { clearCalls, clearDeadline, dueTime, setDeadline } from '../deals/index.ts'
import { notifyOfAdministration } from '../notifications/index.ts'
import { nextMarketCut } from '../prices/index.ts'
import type { AutomationRepository, LockedAutomation } from './automation.repository.ts'

/** What organizations let the service request of counterparties by itself. */
export class AutomationService {
  readonly #automations: AutomationRepository
  /** The time of the daily market cut, `HH:MM` in UTC. */
  readonly #cutTime: string

  constructor(automations: AutomationRepository, cutTime: string) {
    this.#automations = automations
    this.#cutTime = cutTime
  }

  page(
    tenant: Tenant,
    query: OperationQuery<typeof listAutomations>,
    bounds: PageBounds,
  ): Promise<ListPage<Automation> | Refusal> {
    return this.#automations.page(tenant, query, bounds)
  }

  /** Adds a version, which applies at once: calls that are under way are committed before it. */
  async set(
    tx: WriteTransaction,
    accountId: string,
    body: OperationBody<typeof setAutomation>,
  ): Promise<Automation | Refusal> {
    const { counterparty_id, calls, calls_maximum_usd = null, new_version: newVersion } = body
    const counterparty = await knownCounterparty(tx, counterparty_id)
    if (counterparty === undefined) return new Refusal('ORGANIZATION_NOT_FOUND')
    const fault = maximumFault(calls_maximum_usd)
    if (fault !== undefined) return fault
    const callsMaximumUsd = calls_maximum_usd && new Decimal(calls_maximum_usd).toFixed()

    const automation = await this.#automations.lockForNext(tx, counterparty.id)
    const { version } = automation
    if (newVersion !== undefined && newVersion !== version) return anotherVersion(newVersion)
    await this.#automations.insertVersion(tx, automation, { calls, callsMaximumUsd }, accountId)
    await this.#schedule(tx, automation, calls)
    await notifyOfAdministration(tx, {
      resource: 'automation',
      resourceId: counterparty.id,
      action: 'amend',
      readers: [
        {
          organizationId: tx.organizationId,
          severity: 'warning',
          title: `Automation changed: ${counterparty.name}, version ${version}`,
          body: changeSentence(counterparty.name, calls, callsMaximumUsd),
        },
      ],
    })
    return {
      counterparty_id: counterparty.id,
      counterparty_name: counterparty.name,
      version,
      in_effect: true,
      calls,
      calls_maximum_usd: callsMaximumUsd,
      create_time: tx.now,
      account_id: accountId,
    }
  }

  /** A market cut that is under way goes on under the new version, unless it is off. */
  async #schedule(
    tx: WriteTransaction,
    { id, counterpartyId }: LockedAutomation,
    calls: AutomaticCalls,
  ) {
    if (calls === 'off') {
      await clearDeadline(tx, 'automation', id)
      await clearCalls(tx, counterpartyId)
      await this.#automations.keepReached(tx, id, null)
    } else if ((await dueTime(tx, 'automation', id)) === undefined) {
      await scheduleCut(tx, id, nextMarketCut(tx.nowMs, this.#cutTime))
    }
  }
}

/** Has an automation of the organization called at a time, in Unix milliseconds. */
export function scheduleCut(tx: WriteTransaction, id: string, atMs: number): Promise<void> {
  return setDeadline(tx, {
    kind: 'automation',
    resourceId: id,
    // No other organization learns of it.
    lenderId: tx.organizationId,
    borrowerId: tx.organizationId,
    dueAt: new Date(atMs).toISOString(),
    warnAt: null,
  })
}

function anotherVersion(version: number): Refusal {
  const issue =
    'is not the number after the newest version: another was set, or none of that number'
  return new Refusal('VALUE_INVALID', [{ field: 'new_version', issue, value: String(version) }])
}

function maximumFault(maximum: string | null): Refusal | undefined {
  if (maximum === null) return undefined
  const issue = boundsFault(maximum, { ...domainBounds.usd_amount, above: '0' })
  return issue === undefined
    ? undefined
    : new Refusal('VALUE_INVALID', [{ field: 'calls_maximum_usd', issue, value: maximum }])
}

const whenCalled = {
  market_cut: 'at each market cut',
  margin_call: 'at each market cut, and when the margin call level of a position is reached',
} as const

function changeSentence(name: string, calls: AutomaticCalls, maximum: string | null): string {
  if (calls === 'off') return `No mark-to-market request is created automatically for ${name}.`
  const most = maximum === null ? 'of any amount' : `of at most ${maximum} USD each`
  return `Mark-to-market requests for ${name} are created automatically ${whenCalled[calls]}, ${most}.`
}
