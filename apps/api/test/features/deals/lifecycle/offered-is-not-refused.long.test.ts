import { randomUUID } from 'node:crypto'
import { setCalendar } from '@vadium/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { Refusal } from '../../../../src/platform/refusal.ts'
import type { WriteTransaction } from '../../../../src/platform/writes/write-transaction.ts'
import { OfferedDeals, type Person, type ShownAction } from '../../../harness/offered-deal.ts'
import {
  knownLives,
  type Opening,
  opening,
  type Step,
  step,
} from '../../../harness/offered-lives.ts'
import { succeed } from '../../../harness/call.ts'
import { addSpares } from '../../../harness/spare-wallets.ts'
import { now, World } from '../../../harness/world/world.ts'

/** The credentials that can read deals. */
const roles = ['viewer', 'execution', 'admin'] as const
const numRuns = Number(process.env['LIFECYCLE_RUNS'] ?? 250)
const hourMs = 3_600_000

const world = new World()
const deals = new OfferedDeals(world, roles)
const actors = deals.people.filter(({ caller }) => caller.role === 'execution')
// The borrower has no wallet for it, so it can accept no order that lends it.
world.book.price('USDC', '1', now)
const { wallets } = world.book.scenario
wallets.splice(
  wallets.findIndex(({ id }) => id === world.borrower.wallet('USDC')),
  1,
)
// The lender has another one, which it can name for a deal instead.
addSpares(world.book, [world.lender.wallet('BTC')])
const operator = world.book.party('platform').credential('operator')
beforeAll(async () => {
  await world.start({ TRANSFER_LATE_AFTER_S: '1' })
  await upload([6, 7])
  await world.newerTerms(2, {
    ...{ calendars: ['city'], calendar_versions: [1], time_zone: 'Europe/London' },
    ...{ notification_time: '13:00', response_time: '17:00' },
  })
})
afterAll(() => world.close())

/** How likely each offered action is taken. Actions that end a deal are rare. */
const weights: Readonly<Record<string, number>> = {
  accept: 3,
  create_mark_to_market_request: 6,
  dispute: 4,
  retry: 3,
  preview: 0,
}

/**
 * How often an action that is not offered is tried for each reason; an offered one is always tried.
 */
const refusalsTried = 3
const refused = new Map<string, number>()
/** What was tried, offered or not, by resource, state and action. */
const tried = { offered: new Set<string>(), refused: new Set<string>() }

beforeEach(() => {
  refused.clear()
})

it('refuses an action exactly when it is not offered, in any state of a deal', async () => {
  await fc.assert(
    fc.asyncProperty(
      opening,
      fc.array(step, { minLength: 4, maxLength: 10 }),
      async (deal, steps) => {
        const orderId = await begin(deal)
        await expectOffersToHold(orderId)
        for (const [i, one] of steps.entries()) {
          await carryOut(one, orderId)
          if (one.does === 'wait' || i % 4 === 3) await expectOffersToHold(orderId)
        }
        await expectOffersToHold(orderId)
        for (const who of actors) await expectRoles(who, orderId)
      },
    ),
    {
      numRuns,
      endOnFailure: true,
      examples: knownLives,
    },
  )
  expect([...tried.offered]).toEqual(expect.arrayContaining(usual))
  expect([...tried.refused].length).toBeGreaterThan(60)
}, 1_200_000)

/** Trials that occur in every run of this length. */
const usual = [
  'order PENDING_ACCEPTANCE: accept',
  'order PENDING_ACCEPTANCE: cancel',
  'order ACTIVE: close',
  'order ACTIVE: return',
  'position ACTIVE: create_mark_to_market_request',
  'position ACTIVE: send_collateral',
  'return PENDING: accept',
  'transfer of return asset PENDING: cancel',
  'entry of order PENDING_ACCEPTANCE open: accept',
  'entry of mark_to_market_request PENDING_ACCEPTANCE open: reject',
  'call set PENDING_ACCEPTANCE: accept',
  'transfer of voluntary collateral PENDING: cancel',
]

async function begin(deal: Opening): Promise<string> {
  const { creator, collateral, beginning, asset, maturesIn } = deal
  await quote('60000')
  for (const side of ['lender', 'borrower'] as const) {
    await limit({ does: 'limit', side, most: undefined, onBreach: 'refuse' })
  }
  const asks = actorOf(creator)
  const { id } = await world.orders.create(
    {
      asset,
      collateral_quantity: collateral,
      ...world.wallets(asks.party),
      asset_wallet_id: asks.party.wallet(asset),
      ...(maturesIn !== undefined && {
        maturity_time: new Date(world.service.clock.now() + maturesIn * hourMs).toISOString(),
      }),
    },
    asks.key,
  )
  for (const word of beginning) {
    if (word === 'completed' || word === 'failed') {
      await carryOut({ does: 'report', pick: 0, state: word }, id)
    } else {
      await act(
        { does: 'act', pick: 0, quantity: '2.5', counterPercent: 40, rateInDays: 1 },
        id,
        word,
      )
    }
  }
  return id
}

async function carryOut(one: Step, orderId: string): Promise<void> {
  const { service } = world
  if (one.does === 'wait') {
    service.clock.set(new Date(service.clock.now() + one.hours * hourMs).toISOString())
    if (one.sweeps) await service.services.deadlineWorker.runDue()
  } else if (one.does === 'quote') {
    await quote(one.usd)
  } else if (one.does === 'retire') {
    await retire(one, orderId)
  } else if (one.does === 'send') {
    await send(one, orderId)
  } else if (one.does === 'limit') {
    await limit(one)
  } else if (one.does === 'call_set') {
    await callTogether(one, orderId)
  } else if (one.does === 'upload') {
    await upload(one.weekend)
  } else if (one.does === 'report') {
    const transfers = await world.orders.transfers(orderId)
    const open = transfers.filter(({ status }) => status === 'PENDING' || status === 'IN_PROGRESS')
    const transfer = open[one.pick % Math.max(open.length, 1)]
    if (transfer !== undefined) await world.report(transfer.id, one.state)
  } else {
    await act(one, orderId)
  }
}

/** A side has named a wallet of its own, which no other deal names, and has retired it. */
async function retire(
  { side, leg }: Extract<Step, { does: 'retire' }>,
  orderId: string,
): Promise<void> {
  await world.service.database.query(
    `WITH named AS (
       INSERT INTO wallets (id, organization_id, custodian_id, name, folded_name, address, retired_at)
       SELECT $2, organization_id, custodian_id, $2, $2, $2, now() FROM wallets
       WHERE id = (SELECT ${side}_${leg}_wallet_id FROM orders WHERE id = $1)
       RETURNING id)
     UPDATE orders o SET ${side}_${leg}_wallet_id = named.id FROM named WHERE o.id = $1`,
    [orderId, `retired-${randomUUID()}`],
  )
}

async function send(
  { side, quantity }: Extract<Step, { does: 'send' }>,
  orderId: string,
): Promise<void> {
  const { position_id: positionId } = await world.orders.get(orderId)
  if (positionId === null) return
  const { voluntaryCollateral } = world.service.services
  await inNameOf(actorOf(side), (tx) => voluntaryCollateral.send(tx, positionId, { quantity }))
}

/** Of all deals between the two. */
async function limit({ side, most, onBreach }: Extract<Step, { does: 'limit' }>): Promise<void> {
  const { limits } = world.service.services
  const who = actorOf(side)
  const other = side === 'lender' ? world.borrower : world.lender
  const body = {
    counterparty_id: other.id,
    on_breach: onBreach,
    ...(most !== undefined && { lent_usd_max: most, uncovered_usd_max: most, shock: '0.9' }),
  }
  await inNameOf(who, (tx) => limits.set(tx, who.caller, body))
}

/** Calls this deal in a set of its own. */
async function callTogether(
  { side, direction }: Extract<Step, { does: 'call_set' }>,
  orderId: string,
): Promise<void> {
  const { position_id: positionId } = await world.orders.get(orderId)
  if (positionId === null) return
  const { callSetPreviews, callSets } = world.service.services
  const { caller } = actorOf(side)
  const body = { direction, position_ids: [positionId] }
  const preview = await callSetPreviews.preview(caller, await agreementId(), body)
  if (preview instanceof Refusal) return
  const { calculation_id } = preview
  await inNameOf(actorOf(side), (tx) => callSets.create(tx, caller, { calculation_id }))
}

async function agreementId(): Promise<string> {
  const { rows } = await world.service.database.query<{ id: string }>(
    'SELECT id FROM agreements WHERE lender_id = $1 AND borrower_id = $2',
    [world.lender.id, world.borrower.id],
  )
  return rows[0]?.id ?? ''
}

/** Another version of the calendar that the terms of all deals name. */
async function upload(weekend: readonly number[]): Promise<void> {
  const body = {
    id: 'city',
    name: 'City',
    weekend: [...weekend],
    holidays: [],
    last_day: '2040-12-31',
  }
  await succeed(world.service, setCalendar, { key: operator, body })
}

/** Performs one of the actions that are offered to either side. */
async function act(
  one: Extract<Step, { does: 'act' }>,
  orderId: string,
  wanted?: string,
): Promise<void> {
  const offered = []
  for (const who of actors) {
    for (const action of await deals.shownTo(who, orderId)) {
      const [, word = ''] = action.name.split(': ')
      if (!action.available || (wanted ?? word) !== word) continue
      offered.push(...Array.from({ length: weights[word] ?? 1 }, () => ({ who, action })))
    }
  }
  const chosen = offered[one.pick % Math.max(offered.length, 1)]
  if (chosen === undefined && wanted !== undefined) throw new Error(`nobody is offered ${wanted}`)
  if (chosen === undefined) return
  const { who, action } = chosen
  await inNameOf(who, (tx) => action.attempt?.(tx, one))
}

/**
 * In a transaction that a refusal rolls back: the chosen input, such as a quantity, may be refused.
 */
async function inNameOf(who: Person, work: (tx: WriteTransaction) => unknown): Promise<void> {
  await world.service.services.writes.byService(who.party.id, async (tx) => {
    await tx.savepoint('chosen')
    if ((await work(tx)) instanceof Refusal) await tx.undoTo('chosen')
  })
}

/** The only price of BTC; without one, that it is too old. */
async function quote(usd: string | undefined): Promise<void> {
  const { clock } = world.service
  const observedAt =
    usd === undefined ? '2020-01-01T00:00:00Z' : new Date(clock.now()).toISOString()
  await world.service.database.query(
    'UPDATE latest_prices SET price_usd = coalesce($1, price_usd), observed_at = $2 WHERE asset = $3',
    [usd ?? null, observedAt, 'BTC'],
  )
}

async function expectOffersToHold(orderId: string): Promise<void> {
  const disagreements: string[] = []
  for (const who of actors) {
    const actions = await deals.shownTo(who, orderId)
    await world.service.services.writes.byService(who.party.id, async (tx) => {
      for (const action of actions) {
        const found = await disagreement(tx, action)
        if (found !== undefined) disagreements.push(`${who.side}: ${found}`)
      }
    })
  }
  expect(disagreements).toEqual([])
}

/** Tries an action and rolls it back: the refusal must match what was offered. */
async function disagreement(
  tx: WriteTransaction,
  { name, available, reason, attempt }: ShownAction,
): Promise<string | undefined> {
  if (attempt === undefined) return available ? `${name} is offered and cannot be asked` : undefined
  if (!available) {
    const times = refused.get(`${name} ${reason ?? ''}`) ?? 0
    if (times >= refusalsTried) return undefined
    refused.set(`${name} ${reason ?? ''}`, times + 1)
  }
  await tx.savepoint('attempt')
  const answer = await attempt(tx)
  await tx.undoTo('attempt')
  tried[available ? 'offered' : 'refused'].add(name)
  if (answer instanceof Refusal === !available) return undefined
  if (answer instanceof Refusal && isNotSaidBefore(answer)) return undefined
  return answer instanceof Refusal
    ? `${name} is offered and refused: ${answer.reason} ${JSON.stringify(answer.details)}`
    : `${name} is not offered (${reason ?? 'no reason'}) and not refused`
}

/**
 * Nobody sees the limits of the other side before an acceptance; and what is in the way of a
 * request is shown with it, and not with its set.
 */
function isNotSaidBefore({ reason, details }: Refusal): boolean {
  const [first] = details
  return reason === 'LIMIT_EXCEEDED'
    ? first?.field === 'counterparty_id'
    : first?.field === 'mark_to_market_request_id' && first.issue.startsWith('cannot be accepted')
}

/** A role is offered the actions of its side, except those that its role may not perform. */
async function expectRoles(who: Person, orderId: string): Promise<void> {
  const actions = await deals.shownTo(who, orderId)
  for (const other of deals.people) {
    if (other.side !== who.side || other === who) continue
    const { role } = other.caller
    const seen = await deals.shownTo(other, orderId)
    expect(seen.map(({ name, available }) => ({ role, name, available }))).toEqual(
      actions.map(({ name, available, operation }) => ({
        role,
        name,
        available: available && operation.roles.includes(role),
      })),
    )
  }
}

function actorOf(side: Person['side']): Person {
  const actor = actors.find((one) => one.side === side)
  if (actor === undefined) throw new Error(`nobody acts for the ${side}`)
  return actor
}
