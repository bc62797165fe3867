import {
  type MarkToMarketRequest,
  type Order,
  type OrderRequest,
  type Position,
  type VadiumClient,
  VadiumConnectionError,
  VadiumTimeoutError,
} from '@vadium/client'
import { documentKinds } from '@vadium/schema'
import { spareOf } from '../../harness/spare-wallets.ts'
import type { Random } from '../../harness/random.ts'
import { acceptTogether, callTogether } from './call-set-moves.ts'
import { declareAny, declareDefault, letGracePass, offerCure, onCloseOut } from './default-moves.ts'
import { type Knowledge, type Move, nothing, type Scene } from './scene.ts'
import {
  acceptAsItFalls,
  acceptChange,
  acceptTooLate,
  askForExchange,
  onExchange,
} from './substitution-moves.ts'
import { type Firm, isRefusal, type World } from './world.ts'

/** Every move, with its frequency. */
const moves: readonly (readonly [name: string, weight: number, move: Move])[] = [
  ['create an order', 8, createOrder],
  ['accept an order', 12, onOrder((client, order, scene) => accept(client, order, scene))],
  ['reject an order', 2, onOrder((client, { id }) => client.orders.reject(id))],
  ['cancel an order', 2, onOrder((client, { id }) => client.orders.cancel(id))],
  ['close an order', 6, onOrder((client, { id }) => client.orders.close(id))],
  [
    'cancel a close',
    8,
    onOrder((client, { id }) => client.orders.cancelClose(id), ['CLOSING', 'CLOSING', 'ACTIVE']),
  ],
  ['change a wallet', 8, onOrder(changeWallet, ['ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING'])],
  ['retry an order', 36, retryOrder],
  ['abandon an order', 3, onOrder((client, { id }) => client.orders.abandon(id))],
  ['call margin', 22, callMargin],
  ['call a set', 14, callTogether],
  ['accept a set', 10, acceptTogether],
  ['automate calls', 4, automateCalls],
  ['set limits', 3, setLimits],
  ['set a calendar', 2, setCalendar],
  ['want documents', 3, wantDocuments],
  ['accept a request', 16, onRequest((client, { id }) => client.markToMarketRequests.accept(id))],
  ['reject a request', 2, onRequest((client, { id }) => client.markToMarketRequests.reject(id))],
  ['cancel a request', 2, onRequest((client, { id }) => client.markToMarketRequests.cancel(id))],
  ['retry a request', 8, onRequest((client, { id }) => client.markToMarketRequests.retry(id))],
  ['dispute a request', 5, onRequest(dispute)],
  ['ask for a change', 6, askForChange],
  ['ask for the newest terms', 8, askForTerms],
  ['accept a change', 6, onChange(acceptChange)],
  ['reject a change', 1, onChange((client, { id }) => client.orderRequests.reject(id))],
  ['cancel a change', 2, onChange((client, { id }) => client.orderRequests.cancel(id))],
  ['open a deal for exchange', 8, dealForExchange],
  ['ask for an exchange', 24, askForExchange],
  ['accept an exchange', 20, onExchange('accept', ['PENDING'])],
  ['accept an exchange too late', 6, acceptTooLate],
  ['accept an exchange as it falls', 6, acceptAsItFalls],
  ['reject an exchange', 1, onExchange('reject', ['PENDING'])],
  ['cancel an exchange', 2, onExchange('cancel', ['PENDING', 'IN_PROGRESS'])],
  ['send back again', 6, onExchange('retry', ['IN_PROGRESS'])],
  ['cancel a transfer', 5, cancelTransfer],
  ['send collateral', 6, sendCollateral],
  ['declare a default', 10, declareDefault],
  ['offer a cure', 10, offerCure],
  ['declare any default', 8, declareAny],
  ['let a grace pass', 6, letGracePass],
  ['withdraw a notice', 1, onCloseOut('withdraw', 'NOTICE')],
  ['terminate a deal', 10, onCloseOut('terminate', 'NOTICE')],
  ['retry a close-out', 8, onCloseOut('retry', 'CLOSING_OUT')],
  ['receive an excess', 2, onCloseOut('receive', 'CLOSING_OUT')],
  ['discharge a claim', 3, onCloseOut('discharge', 'CLAIM_OPEN')],
  ['retry a change', 4, onChange((client, { id }) => client.orderRequests.retry(id))],
]

/**
 * Makes one move, by one firm. A refusal because of the state of the book is no fault; any other
 * is.
 */
export async function makeMove(world: World, random: Random, knowledge: Knowledge): Promise<void> {
  const [name, move] = pickMove(random)
  const firm = random.pick(world.firms)
  const client = random.pick(firm?.clients ?? [])
  if (firm === undefined || client === undefined) return
  const outcome = knowledge.outcomes.get(name) ?? { done: 0, refused: 0, unknown: 0 }
  knowledge.outcomes.set(name, outcome)
  try {
    const made = await move({ world, random, knowledge, firm, client })
    if (made !== nothing) outcome.done += 1
  } catch (error) {
    if (isRefusal(error)) outcome.refused += 1
    else if (isWithoutAnswer(error)) outcome.unknown += 1
    else knowledge.faults.push(`${name}: ${String(error)}`)
  }
}

/** A process was killed, or the machine is busy with other tests. */
const isWithoutAnswer = (error: unknown) =>
  error instanceof VadiumConnectionError || error instanceof VadiumTimeoutError

function pickMove(random: Random): readonly [string, Move] {
  const sum = moves.reduce((total, [, weight]) => total + weight, 0)
  let left = random.below(sum)
  for (const [name, weight, move] of moves) {
    if (left < weight) return [name, move]
    left -= weight
  }
  throw new Error('the weights do not add up')
}

async function createOrder(scene: Scene): Promise<unknown> {
  const { world, random, firm } = scene
  const other = random.pick(world.firms.filter((candidate) => candidate !== firm))
  if (other === undefined) return nothing
  return offer(scene, random.chance(0.5) ? [firm, other] : [other, firm])
}

/** A deal whose collateral can be exchanged, offered by its borrower and accepted at once. */
async function dealForExchange(scene: Scene): Promise<unknown> {
  const { world, random, firm } = scene
  const lender = world.exchangingLender
  const lending = random.pick(lender.clients)
  if (firm === lender || lending === undefined) return nothing
  const order = await offer(scene, [lender, firm])
  return accept(lending, order, { ...scene, firm: lender })
}

/** An order of the acting firm, which is one of the two sides. */
async function offer(
  { random, knowledge, firm, client }: Scene,
  [lender, borrower]: readonly [Firm, Firm],
): Promise<Order> {
  knowledge.ordersAsked += 1
  const order = await client.orders.create({
    lender_id: lender.party.id,
    borrower_id: borrower.party.id,
    asset: 'BTC',
    asset_quantity: `${1 + random.below(9)}.${String(knowledge.ordersAsked).padStart(8, '0')}`,
    rate_percent: '5',
    collateral_asset: 'ETH',
    collateral_quantity: String(20 + random.below(400)),
    collateral_type: 'BILATERAL',
    asset_wallet_id: firm.party.wallet('BTC'),
    collateral_wallet_id: firm.party.wallet('ETH'),
    ...(random.chance(0.3) && maturity(random)),
  })
  knowledge.ordersMade.push(order.id)
  return order
}

/** A maturity in a minute or two, which is after the time to answer. */
const maturity = (random: Random) => ({
  expire_time: new Date(Date.now() + 20_000).toISOString(),
  maturity_time: new Date(Date.now() + 21_000 + random.below(100_000)).toISOString(),
})

async function accept(client: VadiumClient, { id }: Order, { firm }: Scene): Promise<unknown> {
  return client.orders.accept(id, {
    asset_wallet_id: firm.party.wallet('BTC'),
    collateral_wallet_id: firm.party.wallet('ETH'),
  })
}

/** Names the spare wallet of a leg in place of the usual one, or the other way round. */
async function changeWallet(
  client: VadiumClient,
  order: Order,
  { firm, random }: Scene,
): Promise<unknown> {
  const side = order.lender_id === firm.party.id ? 'lender' : 'borrower'
  const leg = random.chance(0.5) ? 'asset' : 'collateral'
  const usual = firm.party.wallet(leg === 'asset' ? order.asset : order.collateral_asset)
  const isUsual = order[`${side}_${leg}_wallet_id`] === usual
  const body = { [`${leg}_wallet_id`]: isUsual ? spareOf(usual) : usual }
  return client.orders.changeWallets(order.id, body)
}

/** A move on one of the newest orders, in one of some states or in any state. */
function onOrder(
  act: (client: VadiumClient, order: Order, scene: Scene) => Promise<unknown>,
  statuses: readonly string[] = [],
): Move {
  return async (scene) => {
    const status = scene.random.pick(statuses)
    const filter = { page_size: 40, ...(status !== undefined && { status }) }
    const { orders } = await scene.client.orders.list(filter)
    const order = scene.random.pick(orders)
    return order === undefined ? nothing : act(scene.client, order, scene)
  }
}

/** Usually retries an order that offers it, and otherwise one that must refuse it. */
async function retryOrder({ client, random }: Scene): Promise<unknown> {
  const status = random.pick(['OPENING', 'CLOSING'])
  const { orders } = await client.orders.list({ page_size: 40, ...(status && { status }) })
  const offering = orders.filter(({ actions }) =>
    actions.some(({ action, available }) => action === 'retry' && available),
  )
  const order = random.pick(random.chance(0.75) ? offering : orders)
  return order === undefined ? nothing : client.orders.retry(order.id)
}

/** A move on one of the newest open requests. */
function onRequest(
  act: (client: VadiumClient, request: MarkToMarketRequest, scene: Scene) => Promise<unknown>,
): Move {
  return async (scene) => {
    const status = scene.random.pick([
      'PENDING_ACCEPTANCE',
      'PENDING_ACCEPTANCE',
      'FAILED',
      'DISPUTED',
    ])
    const { mark_to_market_requests: requests } = await scene.client.markToMarketRequests.list({
      page_size: 20,
      ...(status !== undefined && { status }),
    })
    const request = scene.random.pick(requests)
    return request === undefined ? nothing : act(scene.client, request, scene)
  }
}

async function dispute(
  client: VadiumClient,
  { id, notional_usd: notional }: MarkToMarketRequest,
  { random }: Scene,
): Promise<unknown> {
  const whole = notional.split('.', 1)[0] ?? '0'
  const counter = (BigInt(whole) * BigInt(random.below(100))) / 100n
  return client.markToMarketRequests.dispute(id, {
    counter_notional_usd: String(counter),
    reason: 'PRICE',
  })
}

/** Previews a position and creates the request from it, as a party does. */
async function callMargin({ client, random }: Scene): Promise<unknown> {
  const { positions } = await client.positions.list({ page_size: 40, status: 'ACTIVE' })
  const position: Position | undefined = random.pick(positions)
  if (position === undefined) return nothing
  const { preview, calculation } = await client.markToMarketRequests.preview({
    position_id: position.id,
    explain: true,
  })
  if (!preview.can_submit_m2m || calculation === undefined) return nothing
  return client.markToMarketRequests.create({
    position_id: position.id,
    calculation_id: calculation.calculation_id,
  })
}

/** Sets what is called automatically of another firm, and lets a market cut come for all. */
async function automateCalls({ world, random, firm }: Scene): Promise<unknown> {
  const other = random.pick(world.firms.filter((candidate) => candidate !== firm))
  const admin = random.pick(firm.admins)
  if (other === undefined || admin === undefined) return nothing
  await admin.automations.set({
    counterparty_id: other.party.id,
    calls: random.pick(['off', 'market_cut', 'margin_call', 'margin_call'] as const) ?? 'off',
    calls_maximum_usd: random.chance(0.5) ? null : String(1 + random.below(300_000)),
  })
  return world.database.query("UPDATE deadlines SET due_at = now() WHERE kind = 'automation'")
}

/** Sets limits for another firm, some of which are exceeded already, and has them compared. */
async function setLimits({ world, random, firm }: Scene): Promise<unknown> {
  const other = random.pick(world.firms.filter((candidate) => candidate !== firm))
  const admin = random.pick(firm.admins)
  if (other === undefined || admin === undefined) return nothing
  const some = (most: number) => (random.chance(0.3) ? null : String(random.below(most)))
  await admin.limits.set({
    counterparty_id: other.party.id,
    lent_usd_max: some(20_000_000),
    uncovered_usd_max: some(5_000_000),
    shock: random.pick(['0', '0.1', '0.35']) ?? '0',
    assets: random.chance(0.5)
      ? []
      : [{ asset: 'BTC', lent_quantity_max: String(random.below(200)) }],
    on_breach: random.chance(0.5) ? 'warn' : 'refuse',
  })
  return world.database.query(
    "UPDATE deadlines SET due_at = now() WHERE kind = 'counterparty_limits'",
  )
}

/** Which documents a firm wants. What the first one wants, it wants throughout. */
async function wantDocuments({ world, random, firm }: Scene): Promise<unknown> {
  const admin = random.pick(firm.admins)
  if (admin === undefined || firm === world.firms[0]) return nothing
  const kinds = documentKinds.filter(() => random.chance(0.5))
  return admin.documentPreferences.set({ kinds })
}

/** Another version of the calendar that terms name, which may have no business day. */
async function setCalendar({ world, random }: Scene): Promise<unknown> {
  const weekend = [1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(0.5))
  const content = { name: 'City', weekend, holidays: [], last_day: '2030-12-31' }
  return random.pick(world.operators)?.calendars.set({ id: 'city', ...content }) ?? nothing
}

/** A recall, a return, a rerate or an extend of one of the newest positions. */
async function askForChange({ random, client, firm }: Scene): Promise<unknown> {
  const { positions } = await client.positions.list({ status: 'ACTIVE', page_size: 20 })
  const position = random.pick(positions)
  if (position === undefined) return nothing
  const { id: position_id, lender_id } = position
  if (random.chance(0.3)) {
    const rate_percent = String(random.below(12))
    return client.orderRequests.create({ position_id, kind: 'rerate', rate_percent })
  }
  if (random.chance(0.3)) {
    const maturity_time = new Date(Date.now() + 60_000 + random.below(100_000)).toISOString()
    return client.orderRequests.create({ position_id, kind: 'extend', maturity_time })
  }
  const kind = lender_id === firm.party.id ? 'recall' : 'return'
  const quantity = `0.${String(1 + random.below(99_999_999)).padStart(8, '0')}`
  return client.orderRequests.create({
    position_id,
    kind,
    ...(random.chance(0.9) && { quantity }),
  })
}

/** That the newest terms in effect apply to one of the newest positions. */
async function askForTerms({ random, client }: Scene): Promise<unknown> {
  const { positions } = await client.positions.list({ status: 'ACTIVE', page_size: 20 })
  const position = random.pick(positions)
  const { agreements } = await client.agreements.list({ page_size: 20 })
  const newest = agreements
    .find(
      ({ lender_id, borrower_id }) =>
        lender_id === position?.lender_id && borrower_id === position.borrower_id,
    )
    ?.versions.findLast(({ in_effect_time: at }) => at !== null && Date.parse(at) <= Date.now())
  if (position === undefined || newest === undefined) return nothing
  const { id: position_id } = position
  const { version: terms_version } = newest
  return client.orderRequests.create({ position_id, kind: 'amend', terms_version })
}

/** A move on one of the newest open order requests. */
function onChange(
  act: (client: VadiumClient, request: OrderRequest, scene: Scene) => Promise<unknown>,
): Move {
  return async (scene) => {
    const { random, client } = scene
    const status = random.pick(['PENDING', 'PENDING', 'IN_PROGRESS'])
    if (status === undefined) return nothing
    const { order_requests: requests } = await client.orderRequests.list({ status, page_size: 20 })
    const request = random.pick(requests)
    return request === undefined ? nothing : act(client, request, scene)
  }
}

/** Cancels a part that goes back, or another transfer, which only its receiver may cancel late. */
async function cancelTransfer({ random, client }: Scene): Promise<unknown> {
  const status = random.chance(0.5) ? 'PENDING' : 'IN_PROGRESS'
  const { transfers } = await client.transfers.list({ status, page_size: 20 })
  const parts = transfers.filter(({ category }) => category === 'return')
  const transfer = random.pick(parts.length > 0 && random.chance(0.5) ? parts : transfers)
  return transfer === undefined ? nothing : client.transfers.cancel(transfer.id)
}

/** Sends collateral that nobody has called for: too little, too much, or as much as may be. */
async function sendCollateral({ random, client }: Scene): Promise<unknown> {
  const { positions } = await client.positions.list({ status: 'ACTIVE', page_size: 20 })
  const position = random.pick(positions)
  if (position === undefined) return nothing
  const quantity = `${random.below(60)}.${1 + random.below(9)}`
  return client.positions.sendCollateral(position.id, { quantity })
}
