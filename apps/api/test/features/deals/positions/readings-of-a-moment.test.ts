import type { exportPositions, OperationQuery } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '../../../../src/platform/signing/caller.ts'
import { Refusal } from '../../../../src/platform/refusal.ts'
import { firstOf } from '../../../harness/long-run.ts'
import { World } from '../../../harness/world/world.ts'

const world = new World({ short: 6 })
beforeAll(() => world.start())
afterAll(() => world.close())

async function someone(): Promise<Caller> {
  const { rows } = await world.service.database.query<{ id: string; accountId: string }>(
    `SELECT id, account_id AS "accountId" FROM credentials
     WHERE organization_id = $1 AND role = 'execution'`,
    [world.lender.id],
  )
  const [credential] = rows
  if (credential === undefined) throw new Error('the lender has a credential')
  return {
    credentialId: credential.id,
    accountId: credential.accountId,
    organizationId: world.lender.id,
    organizationStatus: 'active',
    role: 'execution',
    verified: false,
  }
}

async function setPrice(priceUsd: string): Promise<void> {
  await world.setPrice('ETH', priceUsd)
  const { revaluation } = world.service.services
  revaluation.pricesChanged(['ETH'])
  await revaluation.runPending()
}

const flags: readonly [Omit<OperationQuery<typeof exportPositions>, 'format'>][] = [
  [{ ready_for_m2m: true }],
  [{ margin_call_reached: true }],
  [{ liquidation_reached: false }],
]
it.each(firstOf(flags))(
  'loses no position that matched %j when prices change after the first page',
  async (filters) => {
    const caller = await someone()
    const { positions } = world.service.services
    const idsOf = async (pageSize: number, afterFirst: () => Promise<void>) => {
      const read = positions.reader(caller, filters)
      const ids: string[] = []
      let after: string | undefined
      do {
        const page = await read(after, pageSize)
        if (page instanceof Refusal) throw new Error(page.reason)
        ids.push(...page.items.map(({ id }) => id))
        if (after === undefined) await afterFirst()
        after = page.end
      } while (after !== undefined)
      return ids
    }
    await setPrice('2500')
    const all = await idsOf(100, () => Promise.resolve())
    expect(all.length).toBeGreaterThanOrEqual(6)
    expect(await idsOf(2, () => setPrice('5000'))).toEqual(all)
    await setPrice('2500')
    expect(await idsOf(2, () => setPrice('1000'))).toEqual(all)
  },
)
