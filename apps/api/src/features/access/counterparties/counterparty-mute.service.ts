import type { CounterpartyMute } from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { CounterpartyMuteRepository } from './counterparty-mute.repository.ts'
import { knownCounterparty } from './known-counterparty.ts'
import { lockTraffic } from './counterparty-traffic.ts'

/** The counterparties whose messages and new orders an organization refuses. */
export class CounterpartyMuteService {
  readonly #mutes: CounterpartyMuteRepository

  constructor(mutes: CounterpartyMuteRepository) {
    this.#mutes = mutes
  }

  page(tenant: Tenant, bounds: PageBounds): Promise<ListPage<CounterpartyMute> | Refusal> {
    return this.#mutes.page(tenant, bounds)
  }

  async mute(tx: WriteTransaction, id: string): Promise<CounterpartyMute | Refusal> {
    const counterparty = await knownCounterparty(tx, id)
    if (counterparty === undefined) return notFound
    await lockTraffic(tx, counterparty.id, tx.organizationId)
    if (!(await this.#mutes.insert(tx, counterparty.id))) return invalidState('is muted already')
    return resource(counterparty, tx.now)
  }

  async unmute(tx: WriteTransaction, id: string): Promise<CounterpartyMute | Refusal> {
    const counterparty = await knownCounterparty(tx, id)
    if (counterparty === undefined) return notFound
    if (!(await this.#mutes.delete(tx, counterparty.id))) return invalidState('is not muted')
    return resource(counterparty, null)
  }
}

/** The answer is the same whether the id is unknown or belongs to a stranger. */
const notFound = new Refusal('ORGANIZATION_NOT_FOUND')

function resource(
  { id, name }: { readonly id: string; readonly name: string },
  mute_time: string | null,
): CounterpartyMute {
  return { counterparty_id: id, counterparty_name: name, mute_time }
}

function invalidState(issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field: 'counterparty_id', issue }])
}
