import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listingStatement } from '../../../../src/features/deals/transfers/listing-statement.ts'
import type { TransferSelection } from '../../../../src/features/deals/transfers/transfer-selection.ts'
import type { PagePosition } from '../../../../src/platform/lists/page-token.ts'
import { createDatabase, type TestDatabase } from '../../../harness/database.ts'
import {
  allSelections,
  hostileMiddle,
  hostileParties,
  hostileValues,
  insertHostileTransfers,
} from '../../../harness/hostile-transfers.ts'
import { buffersRead, QueryPlans } from '../../../harness/query-plans.ts'

const hostileTransfers = 200_000

describe('listing transfers that are hard to filter', () => {
  let hostile: TestDatabase
  beforeAll(async () => {
    hostile = await createDatabase()
    await insertHostileTransfers(hostile, hostileTransfers)
  }, 120_000)
  afterAll(() => hostile.drop())

  it.each(Object.entries(hostileValues).map(([name, values]) => ({ name, values })))(
    'reads at most four times the buffers of a page without filters: $name, with any filters',
    async ({ values }) => {
      const parties = await hostileParties(hostile, values)
      const as = await QueryPlans.of(hostile, parties.ownId)
      const cost = async (selection: TransferSelection, after?: PagePosition) => {
        const statement = listingStatement(parties.ownId, selection, after, 50)
        return buffersRead(await as.nodes(statement, 'generic'))
      }
      const most = 4 * (await cost({}))
      const dear: string[] = []
      for (const isSent of [true, false]) {
        for (const selection of allSelections(parties, values, isSent)) {
          for (const after of [undefined, hostileMiddle(hostileTransfers)]) {
            const buffers = await cost(selection, after)
            if (buffers > most) dear.push(`${buffers} buffers: ${JSON.stringify(selection)}`)
          }
        }
      }
      await as.end()
      expect(dear).toEqual([])
    },
    120_000,
  )
})
