import {
  createAccount,
  createMarkToMarketRequest,
  createOrderRequest,
  createOrganization,
  createPriceSource,
  createWebhookEndpoint,
  disputeMarkToMarketRequest,
  type Operation,
  postChatMessage,
} from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** The longest text that the operation takes. */
function longestTaken({ body }: Operation, member: string): unknown {
  const properties = (body?.properties ?? {}) as Record<string, Record<string, unknown>>
  return properties[member]?.['maxLength']
}

async function longestStored(table: string, column: string): Promise<number | undefined> {
  const { rows } = await database.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'c' AND conrelid = $1::regclass`,
    [table],
  )
  const lengths = rows.flatMap(({ definition }) => {
    const [, length] = new RegExp(`length\\(${column}\\) <= (\\d+)`).exec(definition) ?? []
    return length === undefined ? [] : [Number(length)]
  })
  return lengths[0]
}

const texts: readonly [table: string, column: string, operation: Operation, member: string][] = [
  ['organizations', 'name', createOrganization, 'name'],
  ['accounts', 'name', createAccount, 'name'],
  ['price_sources', 'source', createPriceSource, 'source'],
  ['mark_to_market_requests', 'calculation_id', createMarkToMarketRequest, 'calculation_id'],
  ['mark_to_market_requests', 'dispute_note', disputeMarkToMarketRequest, 'note'],
  ['order_requests', 'note', createOrderRequest, 'note'],
  ['chat_entries', 'text', postChatMessage, 'text'],
  ['webhook_endpoints', 'url', createWebhookEndpoint, 'target_url'],
  ['webhook_endpoints', 'description', createWebhookEndpoint, 'description'],
]

it.each(texts)(
  'stores as %s.%s the longest text that its operation takes',
  async (table, column, operation, member) => {
    const taken = longestTaken(operation, member)
    expect(taken).toBeTypeOf('number')
    expect(await longestStored(table, column)).toBe(taken)
  },
)
