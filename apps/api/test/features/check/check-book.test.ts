import { createMarkToMarketRequest, previewMarkToMarketRequest } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBook, checkReport, checkWithin } from '../../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { eligible } from '../../harness/agreed-terms.ts'
import { agreementCorruptions } from '../../harness/agreement-corruptions.ts'
import { approvalCorruptions } from '../../harness/approval-corruptions.ts'
import { automationCorruptions } from '../../harness/automation-corruptions.ts'
import { callSetCorruptions } from '../../harness/call-set-corruptions.ts'
import { calendarCorruptions } from '../../harness/calendar-corruptions.ts'
import { documentCorruptions } from '../../harness/document-corruptions.ts'
import { dealCorruptions } from '../../harness/deal-corruptions.ts'
import { historyCorruptions } from '../../harness/history-corruptions.ts'
import { journalCorruptions } from '../../harness/journal-corruptions.ts'
import { succeed } from '../../harness/call.ts'
import { closeOutCorruptions } from '../../harness/close-out-corruptions.ts'
import { createDatabase } from '../../harness/database.ts'
import { installationCorruptions } from '../../harness/installation-corruptions.ts'
import { interestCorruptions } from '../../harness/interest-corruptions.ts'
import { limitCorruptions } from '../../harness/limit-corruptions.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { mailCorruptions } from '../../harness/mail-corruptions.ts'
import { playMarginCall } from '../../harness/played-requests.ts'
import { substitutionCorruptions } from '../../harness/substitution-corruptions.ts'
import { Substitutions } from '../../harness/world/substitutions.ts'
import { World } from '../../harness/world/world.ts'

const corruptions = [
  ...journalCorruptions,
  ...dealCorruptions,
  ...historyCorruptions,
  ...interestCorruptions,
  ...closeOutCorruptions,
  ...agreementCorruptions,
  ...approvalCorruptions,
  ...automationCorruptions,
  ...callSetCorruptions,
  ...calendarCorruptions,
  ...limitCorruptions,
  ...mailCorruptions,
  ...substitutionCorruptions,
  ...documentCorruptions,
  ...installationCorruptions,
]
const firstOfEachRule = new Map(corruptions.toReversed().map((each) => [each[0], each]))
const tried = isLongRun ? corruptions : [...firstOfEachRule.values()]

const world = new World()
const { book, lender, borrower, lenderKey, borrowerKey } = world
const exchange = new Substitutions(world)
// A part of the book is the history of a scenario: one order at rest, and one with a transfer under
// way.
book.deal(lender, borrower)
playMarginCall(book, world, book.deal(lender, borrower), 'IN_PROGRESS')

/** The ids of orders, by how far they have come. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  await world.start()
  ids['asked'] = (await world.orders.create()).id
  ids['accepted'] = (await world.orders.accepted()).id
  ids['closed'] = (await world.orders.active()).id
  world.service.clock.set('2026-03-12T12:00:00.000Z')
  await world.orders.do('close', ids['closed'], borrowerKey)
  await world.orders.end(ids['closed'], 'asset', 'failed')
  await world.orders.do('retry', ids['closed'])
  for (const leg of ['asset', 'interest', 'collateral'] as const) {
    await world.orders.end(ids['closed'], leg, 'completed')
  }
  ids['abandoned'] = (await world.orders.accepted()).id
  await world.orders.end(ids['abandoned'], 'asset', 'failed')
  await world.orders.end(ids['abandoned'], 'collateral', 'rejected')
  await world.orders.do('abandon', ids['abandoned'])
  ids['unwound'] = (await world.orders.accepted()).id
  await world.orders.end(ids['unwound'], 'asset', 'failed')
  await world.orders.end(ids['unwound'], 'collateral', 'completed')
  await world.orders.do('abandon', ids['unwound'])

  const returned = await world.orders.active()
  ids['returned'] = returned.id
  const part = await world.requests.ask(returned.position_id, { quantity: '4' })
  await world.requests.do('accept', part.id)
  await world.orders.end(returned.id, 'asset', 'completed')

  const amended = await world.orders.active()
  ids['amended'] = amended.id
  await world.newerTerms(2, {
    requirement_percent: '140',
    eligible_collateral: [eligible('BTC', '160'), eligible('USDC', '160')],
  })
  const amend = { kind: 'amend', terms_version: 2 }
  const { id } = await world.requests.ask(amended.position_id, amend)
  await world.requests.do('accept', id)
  for (const name of ['switched', 'exchanging']) {
    const deal = await world.orders.active()
    ids[name] = deal.id
    const positionId = deal.position_id ?? ''
    const asked = { collateral_asset: 'USDC', collateral_quantity: '960000' }
    await exchange.agreed({ positionId }, asked)
    if (name === 'switched') await exchange.end({ orderId: deal.id })
  }

  await world.newerTerms(3, { interest_schedule: 'monthly' })
  const lasting = await world.orders.active({ maturity_time: '2026-06-01T00:00:00.000Z' })
  ids['lasting'] = lasting.id
  const later = { kind: 'extend', maturity_time: '2026-07-01T00:00:00.000Z' }
  const extend = await world.requests.ask(lasting.position_id, later)
  await world.requests.do('accept', extend.id)
  world.service.clock.set('2026-04-01T12:00:00.000Z')
  await payInterest(lasting.id)
  await world.newerTerms(4, {
    interest_schedule: 'monthly',
    default_causes: ['LIQUIDATION_LEVEL'],
    liquidation_confirm_seconds: 0,
  })
  const fallen = await world.orders.active({ collateral_quantity: '250' })
  ids['closing_out'] = fallen.id
  world.service.clock.set('2026-05-01T12:00:00.000Z')
  await payInterest(fallen.id)
  await world.orders.end(fallen.id, 'interest', 'completed')
  const { revaluation } = world.service.services
  revaluation.pricesChanged(['ETH'])
  await revaluation.runPending()
  await world.closeOuts.terminated({ positionId: fallen.position_id ?? '' })
  await terminateWithTransfers()

  await world.newerTerms(5, {
    default_causes: ['LIQUIDATION_LEVEL'],
    liquidation_confirm_seconds: 0,
    close_out_scope: 'to_requirement',
  })
  const short = await world.orders.active({ collateral_quantity: '250' })
  ids['closed_in_part'] = short.id
  revaluation.pricesChanged(['ETH'])
  await revaluation.runPending()
  await world.closeOuts.terminated({ positionId: short.position_id ?? '' })
  await closeOutLender()
  // What was declared keeps its terms.
  await accepted(short.position_id, { kind: 'amend', terms_version: 6 })
  await closeOutExchange()
  await cureOffered()

  const active = await world.orders.active()
  ids['active'] = active.id
  const position_id = active.position_id ?? ''
  const { calculation } = await succeed(world.service, previewMarkToMarketRequest, {
    key: lenderKey,
    body: { position_id, explain: true },
  })
  await succeed(world.service, createMarkToMarketRequest, {
    key: lenderKey,
    body: { position_id, calculation_id: calculation?.calculation_id },
  })
})
afterAll(() => world.close())

/**
 * Deals that are terminated while a part of the asset is on its way back: it counts, or does not
 * and is under way, or does not and has arrived.
 */
async function terminateWithTransfers(): Promise<void> {
  const { revaluation } = world.service.services
  for (const name of ['counting', 'left_out', 'sent_back']) {
    const order = await world.orders.active({ collateral_quantity: '250' })
    ids[name] = order.id
    revaluation.pricesChanged(['ETH'])
    await revaluation.runPending()
    const { id } = await world.requests.ask(order.position_id, { quantity: '4' })
    await world.requests.do('accept', id)
    const part = (await world.orders.transfers(order.id)).find(({ leg, category }) => {
      return category === 'return' && leg === 'asset'
    })
    if (name === 'counting') await world.report(part?.id ?? '', 'broadcasting')
    await world.closeOuts.terminated({ positionId: order.position_id ?? '' })
    if (name !== 'sent_back') continue
    await world.report(part?.id ?? '', 'completed')
    await world.orders.end(order.id, 'collateral', 'completed')
  }
}

/** The lender has a part of the asset back, and does not send its share of the collateral. */
async function closeOutLender(): Promise<void> {
  await world.newerTerms(6, { default_causes: ['MISSED_RETURN'], grace_seconds: 3600 })
  const owing = await world.orders.active({ collateral_quantity: '100' })
  ids['lender_closing_out'] = owing.id
  const part = await world.requests.ask(owing.position_id, { quantity: '4' })
  await world.requests.do('accept', part.id)
  await world.orders.end(owing.id, 'asset', 'completed')
  await world.orders.end(owing.id, 'collateral', 'failed')
  world.service.clock.set('2026-05-03T12:00:00.000Z')
  const missed = { positionId: owing.position_id ?? '' }
  const { id } = await world.closeOuts.declare(missed, { cause: 'MISSED_RETURN' }, borrowerKey)
  world.pass(3_600_000)
  await world.closeOuts.do('terminate', id, borrowerKey)
}

/** The new collateral does not cover the claim, and the old one is not back. */
async function closeOutExchange(): Promise<void> {
  await world.newerTerms(7, {
    default_causes: ['LIQUIDATION_LEVEL'],
    liquidation_confirm_seconds: 0,
    eligible_collateral: [eligible('USDC', '160')],
  })
  const order = await world.orders.active()
  ids['exchanged'] = order.id
  const deal = { orderId: order.id, positionId: order.position_id ?? '' }
  await exchange.agreed(deal, { collateral_asset: 'USDC', collateral_quantity: '960000' })
  await exchange.end(deal)
  await exchange.end(deal, 'failed')
  const { revaluation } = world.service.services
  await world.setPrice('BTC', '100000')
  revaluation.pricesChanged(['BTC'])
  await revaluation.runPending()
  await world.closeOuts.terminated(deal)
  await world.setPrice('BTC', '60000')
}

/** A part that a borrower under notice offers to send back: the service accepts it. */
async function cureOffered(): Promise<void> {
  await world.newerTerms(8, { default_causes: ['MISSED_RETURN'], grace_seconds: 3600 })
  const { id, position_id } = await world.orders.active()
  const recall = { kind: 'recall', quantity: '4' }
  const { id: recalled } = await world.requests.ask(position_id, recall, lenderKey)
  await world.requests.do('accept', recalled, borrowerKey)
  await world.orders.end(id, 'asset', 'failed')
  await world.requests.do('cancel', recalled, borrowerKey)
  world.pass(2 * 86_400_000)
  await world.closeOuts.declare({ positionId: position_id ?? '' }, { cause: 'MISSED_RETURN' })
  await world.requests.ask(position_id, { quantity: '4' })
}

/** An order request that the other side has accepted. */
async function accepted(positionId: string | null, body: object): Promise<void> {
  const { id } = await world.requests.ask(positionId, body)
  await world.requests.do('accept', id)
}

/** The worker's turn on the payment of one order. */
async function payInterest(orderId: string): Promise<void> {
  const { writes, orders } = world.service.services
  await writes.byService(lender.id, async (tx) => {
    await orders.deadlines.interest?.expire(tx, orderId)
  })
}

const checked = () => withOwnerClient(world.service.database.url, checkBook)

describe('the check', () => {
  it('finds nothing in a book with a history', async () => {
    const found = await checked()
    expect(found.flatMap(({ shown }) => shown)).toEqual([])
    expect(checkReport(found)).toMatch(/^The book is correct: all \d+ rules hold\.$/m)
    // A violation of every rule is tried below.
    const rules = new Set(found.map(({ rule }) => rule))
    expect(new Set(corruptions.map(([rule]) => rule))).toEqual(rules)
  })

  it('finds nothing in an empty book', async () => {
    const database = await createDatabase()
    const found = await withOwnerClient(database.url, checkBook)
    expect(found.every(({ breaches }) => breaches === 0)).toBe(true)
    await database.drop()
  })
})

/**
 * What the check reports of a book that its owner has corrupted, of one rule or of all; the book is
 * restored afterwards.
 */
async function checkedAfter(statements: readonly string[], only?: string) {
  return withOwnerClient(world.service.database.url, async (client) => {
    await client.query('BEGIN')
    const tables = [
      'journal_transactions',
      'journal_entries',
      'state_changes',
      'events',
      'chat_entries',
      'interest_changes',
      'replaced_terms',
    ]
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    let touched = 0
    for (const statement of statements) touched = (await client.query(statement)).rowCount ?? 0
    expect(touched).toBeGreaterThan(0)
    const found = await checkWithin(client, only)
    await client.query('ROLLBACK')
    return found
  })
}

describe('the check of a corrupted book', () => {
  it.each(tried)('reports: %s, where %s', async (rule, _what, order, statements) => {
    const found = await checkedAfter(
      statements.map((statement) => statement.replaceAll('$order', ids[order] ?? '')),
      isLongRun ? undefined : rule,
    )
    const broken = found.find((one) => one.rule === rule)
    expect(broken?.breaches).toBeGreaterThan(0)
    expect(broken?.shown[0]?.subject).not.toBe('')
    expect(broken?.shown[0]?.issue).not.toBe('')
    expect(checkReport(found)).toContain(`BROKEN  ${rule}`)
  })

  it('shows some of the violations, and counts all of them', async () => {
    const found = await checkedAfter([
      `INSERT INTO state_changes (machine, resource_id, action, from_state, to_state, lender_id,
         borrower_id, changed_at)
       SELECT 'order', gen_random_uuid(), 'vanish', 'ACTIVE', 'NOWHERE', lender_id, borrower_id, now()
       FROM orders CROSS JOIN generate_series(1, 10) WHERE number > 0`,
    ])
    const report = checkReport(found)
    const broken = found.find(
      ({ rule }) => rule === 'every state change is a transition of its state machine',
    )
    expect(broken?.breaches).toBeGreaterThan(20)
    expect(broken?.shown).toHaveLength(20)
    expect(report).toContain(`and ${(broken?.breaches ?? 0) - 20} more`)
    expect(report).toMatch(
      /The book is not correct: 3 of \d+ rules are broken, with \d+ breaches\.\n$/,
    )
  })
})
