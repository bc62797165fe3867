import { verifyCloseOut } from '@vadium/margin'
import { type CloseOut, listNotifications } from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Deal } from '../../../harness/book.ts'
import { succeed } from '../../../harness/call.ts'
import { stressTerms } from '../../../harness/world/close-outs.ts'
import type { OrderTransfer } from '../../../harness/world/orders.ts'
import { Substitutions } from '../../../harness/world/substitutions.ts'
import { now, type ReportedState, unused, World } from '../../../harness/world/world.ts'

const world = new World()
const { closeOuts, orders, requests, lender, borrower, borrowerKey } = world
const exchange = new Substitutions(world)
const deals = Array.from({ length: 16 }, () => exchange.deal(stressTerms))
const nextDeal = () => unused(deals)
const hourMs = 3_600_000

beforeAll(() => exchange.start())
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** The prices of the collateral, with the alerts that follow from them. */
async function prices(btc: string, eth: string, observedAt = now): Promise<void> {
  const { revaluation } = world.service.services
  await world.setPrice('BTC', btc)
  await world.setPrice('ETH', eth, observedAt)
  revaluation.pricesChanged(['BTC', 'ETH'])
  await revaluation.runPending()
}
const usual = () => prices('60000', '3000')

beforeEach(usual)

async function lastingFall(btc: string, eth: string): Promise<void> {
  await prices(btc, eth)
  world.pass(900_000)
}

function report(id: string, state: ReportedState): Promise<void> {
  world.pass(1000)
  return world.report(id, state)
}

async function last(
  { orderId }: Pick<Deal, 'orderId'>,
  token: string,
  category = 'liquidation',
): Promise<OrderTransfer> {
  const found = (await orders.transfers(orderId)).findLast(
    (one) => one.token === token && one.category === category,
  )
  if (found === undefined) throw new Error(`no ${category} of ${token}`)
  return found
}

/** The wallets that a transfer names, as their owners know them. */
async function walletsOf({ id }: Pick<OrderTransfer, 'id'>): Promise<(string | undefined)[]> {
  const { rows } = await world.service.database.query<{ id: string }>(
    `SELECT w.id FROM transfers t, wallets w WHERE t.id = $1
       AND w.address IN (t.sender_wallet_address, t.receiver_wallet_address)
     ORDER BY w.address = t.receiver_wallet_address`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** What both sides were notified of an exchange, the newest first. */
async function notified(id: string): Promise<string[]> {
  const [ofLender, ofBorrower] = await Promise.all(
    [world.lenderKey, borrowerKey].map(async (key) => {
      const { notifications } = await succeed(world.service, listNotifications, { key })
      return notifications
        .filter(({ category }) => category === 'collateral_exchanged')
        .filter(({ link }) => link.id === id)
        .map(({ title, body }) => `${title.split(':', 1)[0] ?? ''}: ${body}`)
    }),
  )
  expect(ofLender).toEqual(ofBorrower)
  return ofBorrower ?? []
}

const backAgain = (what: string) =>
  `Collateral sent back: ${what} are back with the borrower. The exchange is over.`

const shownIn = ({ statement }: CloseOut) => [
  statement?.scope,
  statement?.collateral.map(({ asset, quantity }) => `${quantity} ${asset}`),
  statement?.kept.map((one) => `${one.kept_quantity} and ${one.back_quantity} ${one.asset}`),
]

/** A deal whose new collateral has arrived and is not decided: there is no current price of it. */
async function undecided(deal: Deal): Promise<string> {
  const id = await exchange.agreed(deal)
  await prices('60000', '3000', '2024-01-01T00:00:00.000Z')
  await exchange.end(deal)
  await usual()
  expect(await requests.get(id)).toMatchObject({ status: 'IN_PROGRESS', decision: null })
  return id
}

/** A deal whose collateral is ETH, and whose BTC are on their way back. */
async function switched(deal = nextDeal()): Promise<{ deal: Deal; id: string }> {
  const id = await exchange.agreed(deal)
  await exchange.end(deal)
  expect(await requests.get(id)).toMatchObject({ status: 'IN_PROGRESS', decision: 'switch' })
  return { deal, id }
}

async function terminated(deal: Deal): Promise<CloseOut> {
  const { id } = await closeOuts.declare(deal)
  world.pass(1000)
  return closeOuts.do('terminate', id)
}

describe('a default while the collateral is exchanged, and not decided', () => {
  it('keeps the old collateral, and has the new sent back that arrives after the booking', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    const { id: given } = await last(deal, 'ETH', 'substitution')
    await report(given, 'confirming')
    await lastingFall('45000', '3000')
    const closeOut = await terminated(deal)
    expect(await requests.get(id)).toMatchObject({
      decision: 'keep',
      keep_reason: 'default_declared',
    })
    expect(closeOut).toMatchObject({ status: 'CLOSING_OUT', waits_for: null })
    expect(shownIn(closeOut)[1]).toEqual(['25 BTC'])
    await report((await last(deal, 'BTC')).id, 'completed')
    expect(await closeOuts.get(closeOut.id)).toMatchObject({ status: 'SETTLED' })

    await report(given, 'completed')
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    const back = await last(deal, 'ETH')
    expect(back).toMatchObject({ sender: 'lender', quantity: '534', status: 'PENDING' })
    expect(await walletsOf(back)).toEqual([lender.wallet('ETH'), borrower.wallet('ETH')])
    await report(back.id, 'failed')
    world.pass(hourMs)
    await world.expire()
    const again = await last(deal, 'ETH')
    expect(again).toMatchObject({ replaces: back.id, quantity: '534' })
    expect(await notified(id)).toEqual([expect.stringMatching(/a default of the deal is declared/)])
    await report(again.id, 'completed')
    expect((await notified(id))[0]).toBe(backAgain('534 ETH'))
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('keeps the old collateral if nothing has decided that before the termination', async () => {
    const deal = nextDeal()
    const id = await exchange.agreed(deal)
    await lastingFall('45000', '3000')
    const { id: closeOutId } = await closeOuts.declare(deal)
    await world.service.database.query(
      'UPDATE order_requests SET decision = NULL, keep_reason = NULL WHERE id = $1',
      [id],
    )
    await world.service.database.query('DELETE FROM notifications WHERE link_id = $1', [id])
    await closeOuts.do('terminate', closeOutId)
    expect(await requests.get(id)).toMatchObject({ decision: 'keep', keep_reason: 'closed_out' })
    expect((await notified(id))[0]).toMatch(/^Collateral not exchanged: .* the deal was closed out/)
    await report((await last(deal, 'ETH', 'substitution')).id, 'cancelled')
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
    await report((await last(deal, 'BTC')).id, 'completed')
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('leaves what goes back already on its way', async () => {
    const deal = nextDeal()
    const id = await undecided(deal)
    await lastingFall('45000', '3000')
    const closeOut = await terminated(deal)
    expect(closeOut).toMatchObject({ status: 'CLOSING_OUT', waits_for: null })
    expect(shownIn(closeOut)[1]).toEqual(['25 BTC'])
    await report((await last(deal, 'BTC')).id, 'completed')
    const back = await last(deal, 'ETH', 'substitution')
    expect(back).toMatchObject({ sender: 'lender', status: 'PENDING' })
    await report(back.id, 'completed')
    expect(await requests.get(id)).toMatchObject({
      status: 'CANCELLED',
      keep_reason: 'default_declared',
    })
    expect((await notified(id))[0]).toBe(backAgain('534 ETH'))
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it.each(['before the termination', 'after the booking'])(
    'sends it back in the name of the service once that has failed, %s',
    async (when) => {
      const deal = nextDeal()
      const id = await undecided(deal)
      await lastingFall('45000', '3000')
      const { id: closeOutId } = await closeOuts.declare(deal)
      const { id: sent } = await last(deal, 'ETH', 'substitution')
      if (when === 'before the termination') await report(sent, 'failed')
      world.pass(1000)
      await closeOuts.do('terminate', closeOutId)
      if (when === 'after the booking') await report(sent, 'failed')
      expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED' })
      const back = await last(deal, 'ETH')
      expect(back).toMatchObject({ sender: 'lender', quantity: '534', status: 'PENDING' })
      await report((await last(deal, 'BTC')).id, 'completed')
      await report(back.id, 'completed')
      expect((await notified(id))[0]).toBe(backAgain('534 ETH'))
      expect(await orders.balances(deal.orderId)).toEqual({})
      expect(await closeOuts.get(closeOutId)).toMatchObject({ status: 'SETTLED' })
    },
  )
})

describe('a close-out of a deal whose old collateral is not back', () => {
  it('keeps the new collateral first, then the old, and sends the rest back to its wallet', async () => {
    const { deal, id } = await switched()
    const { id: old } = await last(deal, 'BTC', 'substitution')
    await lastingFall('60000', '1500')
    const { id: closeOutId } = await closeOuts.declare(deal)
    const closeOut = await closeOuts.do('terminate', closeOutId)
    const [scope, collateral, kept] = shownIn(closeOut)
    expect([scope, collateral]).toEqual(['full', ['534 ETH', '25 BTC']])
    expect(kept).toEqual(['534 and 0 ETH', expect.stringMatching(/^\d\.\d+ and 2\d\.\d+ BTC$/)])
    const { statement } = closeOut
    if (statement === null) throw new Error('there is no statement')
    expect(verifyCloseOut(statement).differences).toEqual([])
    expect(await requests.get(id)).toMatchObject({ status: 'IN_PROGRESS' })
    const back = await last(deal, 'BTC')
    expect(back).toMatchObject({ sender: 'lender', quantity: statement.kept[1]?.back_quantity })
    expect(await walletsOf(back)).toEqual([lender.wallet('BTC'), borrower.wallet('BTC')])
    await report(old, 'cancelled')
    expect(await requests.get(id)).toMatchObject({ status: 'CANCELLED', decision: 'switch' })
    await report(back.id, 'failed')
    await closeOuts.do('retry', closeOutId)
    await report((await last(deal, 'BTC')).id, 'completed')
    expect(await closeOuts.get(closeOutId)).toMatchObject({ status: 'SETTLED' })
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it('has the borrower send back what arrives there after the booking', async () => {
    const { deal, id } = await switched()
    const { id: old } = await last(deal, 'BTC', 'substitution')
    await lastingFall('60000', '1500')
    const closeOut = await terminated(deal)
    await report(old, 'completed')
    expect(await requests.get(id)).toMatchObject({ status: 'COMPLETED' })
    const notifications = await notified(id)
    const sent = (await orders.transfers(deal.orderId)).filter(
      ({ category, status }) => category === 'liquidation' && status === 'PENDING',
    )
    expect(sent.map(({ sender, token }) => `${token} of the ${sender}`).toSorted()).toEqual([
      'BTC of the borrower',
      'BTC of the lender',
    ])
    for (const one of sent) await report(one.id, 'completed')
    expect(await notified(id)).toEqual(notifications)
    expect(notifications).toEqual([expect.stringMatching(/^Collateral exchanged/)])
    expect(await closeOuts.get(closeOut.id)).toMatchObject({ status: 'SETTLED' })
    expect(await orders.balances(deal.orderId)).toEqual({})
  })

  it.each(['completed', 'failed'] as const)(
    'waits for what is on its way to the borrower, and books it as it has %s',
    async (state) => {
      const { deal, id } = await switched()
      const { id: old } = await last(deal, 'BTC', 'substitution')
      await report(old, 'broadcasting')
      await lastingFall('60000', '1500')
      const closeOut = await terminated(deal)
      expect(closeOut).toMatchObject({
        statement: { provisional: true },
        waits_for: { transfer_ids: [old] },
      })
      expect(shownIn(closeOut)[1]).toEqual(['534 ETH', '25 BTC'])
      await report(old, state)
      const booked = await closeOuts.get(closeOut.id)
      const isBack = state === 'completed'
      expect(shownIn(booked)[1]).toEqual(isBack ? ['534 ETH'] : ['534 ETH', '25 BTC'])
      expect(booked).toMatchObject({ status: isBack ? 'CLAIM_OPEN' : 'CLOSING_OUT' })
      expect(await requests.get(id)).toMatchObject({ status: isBack ? 'COMPLETED' : 'CANCELLED' })
      expect((await notified(id)).includes(backAgain('25 BTC'))).toBe(isBack)
      if (!isBack) {
        await report((await last(deal, 'BTC')).id, 'failed')
        await closeOuts.do('receive', closeOut.id, borrowerKey)
        expect(await closeOuts.get(closeOut.id)).toMatchObject({ status: 'SETTLED' })
      }
      expect(await orders.balances(deal.orderId)).toEqual({})
    },
  )
})

describe('verifyCloseOut', () => {
  it('refuses a statement of two collaterals of which any member is another one', async () => {
    const { deal } = await switched()
    await lastingFall('60000', '1500')
    const { statement } = await terminated(deal)
    if (statement === null) throw new Error('there is no statement')
    expect(verifyCloseOut(statement).ok).toBe(true)
    const accepted = changedMembers(statement).filter(([, changed]) => verifyCloseOut(changed).ok)
    expect(accepted.map(([member]) => member)).toEqual([])
  })
})

type Statement = NonNullable<CloseOut['statement']>

/** A statement with one member of its second collateral, and of what is kept of it, changed. */
function changedMembers(statement: Statement): [string, Statement][] {
  return (['collateral', 'kept'] as const).flatMap((list) =>
    Object.keys(statement[list][1] ?? {}).map((member): [string, Statement] => {
      const changed = structuredClone(statement)
      Object.assign(changed[list][1] ?? {}, { [member]: '7' })
      return [`${list}.${member}`, changed]
    }),
  )
}
