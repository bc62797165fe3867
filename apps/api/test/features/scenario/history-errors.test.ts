import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Scenario } from '../../../src/features/scenario/scenario.ts'
import { ScenarioError } from '../../../src/features/scenario/scenario-error.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { loadBook } from '../../harness/load-book.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { PlayedBook } from '../../harness/played-book.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** Steps 0 to 5: two prices, an order, its acceptance, and the reports of both transfers. */
function openedBook(): PlayedBook {
  return new PlayedBook().open('loan')
}

/** Adds a step after the last one, and checks the member that the error names. */
type Wrong = (book: PlayedBook) => unknown
const next = 'history[6]'

const changed = (book: PlayedBook, i: number, members: object) =>
  Object.assign(book.scenario.history[i] ?? {}, members)

const cases: readonly (readonly [title: string, wrong: Wrong, path: string])[] = [
  ['a step of no kind', (b) => changed(b, 0, { quote: undefined }), 'history[0]'],
  ['a member that is not known', (b) => changed(b, 3, { colour: 'red' }), 'history[3].colour'],
  [
    'an operation that is not known',
    (b) => changed(b, 3, { operation: 'x' }),
    'history[3].operation',
  ],
  ['an account that is not known', (b) => changed(b, 3, { by: b.lender.id }), 'history[3].by'],
  ['a name that no step gave', (b) => b.by(b.lender, 'closeOrder', { on: 'x' }), `${next}.on`],
  [
    'a name of another kind',
    (b) => b.by(b.lender, 'acceptOrderRequest', { on: 'loan' }),
    `${next}.on`,
  ],
  ['an operation without a resource', (b) => b.by(b.lender, 'closeOrder'), `${next}.on`],
  ['a resource of a new order', (b) => changed(b, 2, { on: 'loan' }), 'history[2].on'],
  [
    'the collateral of a tri-party agent that is left under way',
    (b) =>
      b
        .prices()
        .create('managed', { collateral_type: 'TRIPARTY' })
        .accept('managed')
        .report('managed', 'asset'),
    'history',
  ],
  [
    'a transfer under way at a real custodian, without the id that it has there',
    (b) => {
      for (const custodian of b.scenario.custodians) custodian.adapter = 'fireblocks'
      b.prices().create('other').accept('other').report('other', 'asset', 'confirming')
    },
    'history[10].external_transfer_id',
  ],
  ['a name that was given twice', (b) => b.prices().create('loan'), 'history[8].as'],
  [
    'a name for an operation that creates nothing',
    (b) => b.by(b.lender, 'closeOrder', { on: 'loan', as: 'x' }),
    `${next}.as`,
  ],
  [
    'a member of a body that is not known',
    (b) => b.create('other', { colour: 'red' }),
    `${next}.body.colour`,
  ],
  [
    'a body for an operation without one',
    (b) => b.by(b.lender, 'closeOrder', { on: 'loan', body: {} }),
    `${next}.body`,
  ],
  [
    'a position that the history fills in',
    (b) => b.by(b.lender, 'createMarkToMarketRequest', { on: 'loan', body: { position_id: 'x' } }),
    `${next}.body.position_id`,
  ],
  [
    'a request on an order that was not accepted',
    (b) => b.create('other').by(b.lender, 'createOrderRequest', { on: 'other' }),
    'history[7].on',
  ],
  ['a transfer that is over', (b) => b.report('loan', 'asset'), `${next}.transfer`],
  [
    'a leg that is not known',
    (b) => changed(b, 4, { transfer: { of: 'loan', leg: 'x' } }),
    'history[4].transfer.leg',
  ],
  [
    'a state that cannot follow',
    (b) => {
      b.wait(86_400_000).by(b.borrower, 'closeOrder', { on: 'loan' })
      b.report('loan', 'asset', 'confirming').report('loan', 'asset', 'broadcasting')
    },
    'history[8].state',
  ],
  [
    'a cancellation without a transfer',
    (b) => b.by(b.borrower, 'cancelTransfer', { on: 'loan' }),
    `${next}.on`,
  ],
  [
    'a time before the step above it',
    (b) => changed(b, 4, { at: '2026-03-01T08:00:00.000Z' }),
    'history[4].at',
  ],
  [
    'a time that does not exist',
    (b) => changed(b, 0, { at: '2026-02-30T08:00:00.000Z' }),
    'history[0].at',
  ],
  ['a time in the future', (b) => b.wait(1e10).quote('BTC', '1'), `${next}.at`],
  ['a price of zero', (b) => b.quote('BTC', '0'), `${next}.quote.price_usd`],
  ['a price of an unknown asset', (b) => b.quote('NONE', '1'), `${next}.quote.asset`],
  ['a second price of one time', (b) => b.quote('BTC', '1').quote('BTC', '2'), 'history[7].quote'],
  [
    'an order number that is taken',
    (b) => Object.assign(b.scenario, { first_order_number: 0 }),
    'first_order_number',
  ],
  ['a file without a history', (b) => Reflect.deleteProperty(b.scenario, 'history'), 'history'],
]

/** One of each kind: of a step, a name, a body, a transfer, a time and a price. */
const representative = new Set([
  'a member that is not known',
  'a name of another kind',
  'a body for an operation without one',
  'a transfer that is over',
  'a time before the step above it',
  'a second price of one time',
])
const tried = isLongRun ? cases : cases.filter(([title]) => representative.has(title))

describe('a history with a fault', () => {
  it.each(tried)('is refused with its place: %s', async (_title, wrong, path) => {
    const book = openedBook()
    wrong(book)
    const failure = await refusal(book.scenario)
    expect(failure).toHaveProperty('path', path)
    expect(failure.message).toContain(path)
    const { rows } = await database.query('SELECT FROM organizations')
    expect(rows).toEqual([])
  })

  it('names the reason and the details of a refusal', async () => {
    const book = new PlayedBook().prices().create('loan', { asset_quantity: '0.000000001' })
    expect((await refusal(book.scenario)).message).toMatch(
      /history\[2\] is refused: QUANTITY_TOO_FINE\. .*asset_quantity must have at most the 8 decimals of BTC/,
    )
  })
})

async function refusal(scenario: Scenario): Promise<ScenarioError> {
  const failure: unknown = await loadBook(database, { scenario }).catch((error: unknown) => error)
  if (failure instanceof ScenarioError) return failure
  throw new Error(`the scenario was not refused: ${String(failure)}`)
}
