import type { Transfer } from '@vadium/client'
import { Decimal, formatDecimal } from '@vadium/margin'
import { expect } from 'vitest'
import type { DealScript, Scene, Side } from '../../../../packages/book/src/played/deal-script.ts'
import type {
  Answers,
  Episode,
  Firm,
  Movement,
} from '../../../../packages/book/src/played/episode.ts'
import { ExpectedDeal, type ExpectedTransfer, inOrder } from './expected-deal.ts'

/** Compares the answers of the service with the expected ones, scene by scene. */
export class Life {
  readonly expected: ExpectedDeal
  readonly plot: string[] = []
  readonly #script: DealScript
  readonly #orderNumber: number
  #firms: readonly Firm[] = []

  constructor(script: DealScript, orderNumber = 1) {
    this.#script = script
    this.#orderNumber = orderNumber
    this.expected = new ExpectedDeal(script)
  }

  check({ scene, time, answers }: Episode): void {
    this.#expect(scene, time, answers)
    this.#checkStatus(answers)
    this.#checkRequest(answers, scene, time)
    if (scene.act === 'preview') this.#checkPreview(answers, time)
    if (scene.act === 'end') this.#checkEnd(answers, time)
    else if (answers.transfers !== undefined) this.#checkInstructed(answers.transfers)
    if (answers.position !== undefined) this.#checkPosition(answers, time)
    this.plot.push(...plotOf(scene, answers))
  }

  /** The effect of the scene, before anything is compared that follows from it. */
  #expect(scene: Scene, time: string, answers: Answers): void {
    switch (scene.act) {
      case 'onboard':
        this.#checkFirms(answers)
        break
      case 'agree':
        expect(answers.agreement?.versions.map(({ terms }) => terms)).toEqual([this.#script.terms])
        break
      case 'quote':
        this.#checkPrices(scene, answers, time)
        break
      case 'order':
        this.#checkOrder(scene, answers)
        break
      case 'accept order':
        this.expected.acceptOrder()
        break
      case 'settle':
        this.#checkMovements(answers, time)
        break
      case 'call':
        this.expected.call(scene.by)
        break
      case 'answer':
        this.expected.answer(scene.dispute, scene.fails === true, time)
        break
      case 'accept counter-valuation':
        this.expected.letStand(time)
        break
      case 'retry':
        this.expected.retry()
        break
      case 'close':
        this.expected.close()
        break
      case 'preview':
      case 'wait':
      case 'declare':
      case 'terminate':
      case 'discharge':
      case 'end':
        break
    }
  }

  firm(side: Side): Firm {
    const firm = this.#firms.find((each) => each.side === side)
    if (firm === undefined) throw new Error(`there is no ${side} yet`)
    return firm
  }

  #checkFirms({ firms = [] }: Answers): void {
    this.#firms = firms
    expect(firms.map(({ name }) => name)).toEqual([
      this.#script.firms.lender.name,
      this.#script.firms.borrower.name,
    ])
  }

  #checkPrices(scene: Extract<Scene, { act: 'quote' }>, answers: Answers, time: string): void {
    this.expected.quote(scene.quotes, time)
    const expected = Object.entries(scene.quotes).map(([asset, said]) => ({
      asset,
      state: 'current',
      price_usd: this.expected.price(asset),
      observe_time: time,
      sources: expect.arrayContaining(
        said.map((price_usd, i) => ({
          source: this.#script.sources[i],
          price_usd,
          observe_time: time,
          held: false,
          ignored: null,
          silenced: false,
        })),
      ) as unknown,
    }))
    expect(answers.prices).toEqual(expected)
  }

  #checkOrder(scene: Scene, { order }: Answers): void {
    const { asset, asset_quantity, collateral_asset, collateral_quantity, rate_percent } =
      this.#script
    expect(order).toMatchObject({
      number: this.#orderNumber,
      status: 'PENDING_ACCEPTANCE',
      creator_id: this.firm(sideOf(scene)).organization_id,
      lender_id: this.firm('lender').organization_id,
      borrower_id: this.firm('borrower').organization_id,
      asset,
      asset_quantity,
      rate_percent,
      collateral_asset,
      collateral_quantity,
      terms: this.#script.terms,
      position_id: null,
    })
  }

  #checkPreview({ preview, calculation, verification }: Answers, time: string): void {
    const [lender, borrower] = [this.firm('lender'), this.firm('borrower')]
    const expected = this.expected.preview(lender.organization_id, borrower.organization_id)
    const { asset, collateral_asset } = this.#script
    const receiver = expected.sender === 'lender' ? borrower : lender
    expect(preview).toEqual({
      asset,
      collateral_asset,
      collateral_type: 'BILATERAL',
      ...expected.figures,
      price_at_last_m2m: this.expected.lastMark.price,
      last_m2m_at: this.expected.lastMark.time,
      price_at_last_market: this.expected.priceAtLastCut(time),
      order_id: expect.any(String) as unknown,
      order_id_pretty: this.#orderNumber,
      position_id: expect.any(String) as unknown,
      sender: this.#marginParty(this.firm(expected.sender)),
      receiver: this.#marginParty(receiver),
    })
    const { inputs, ...computed } = calculation ?? { inputs: [] }
    const { inputs: expectedInputs, ...expectedComputed } = expected.calculation
    expect(computed).toEqual({ ...expectedComputed, calculation_id: expect.any(String) as unknown })
    const valueOf = ({ name, value, unit }: (typeof expectedInputs)[number]) => [name, value, unit]
    expect(inputs.map(({ name, value, unit }) => [name, value, unit])).toEqual(
      expectedInputs.map(valueOf),
    )
    expect(verification).toEqual({ ok: true, differences: [] })
  }

  #marginParty({ organization_id, name, custodian, collateral_wallet_id }: Firm) {
    const { collateral_asset } = this.#script
    return {
      organization_id,
      organization_name: name,
      custodian: custodian.id,
      wallet_id: collateral_wallet_id,
      wallet_name: `${name}, ${collateral_asset}`,
    }
  }

  #checkStatus({ order }: Answers): void {
    if (order !== undefined) expect(order.status).toBe(this.expected.orderStatus)
  }

  #checkRequest({ request }: Answers, scene: Scene, time: string): void {
    const { request: expected } = this.expected
    if (request === undefined || expected === undefined) return
    const { cure_time_seconds: cureSeconds } = this.#script.terms
    expect(request).toMatchObject({
      status: expected.status,
      creator_id: this.firm(expected.creator).organization_id,
      direction: expected.direction,
      collateral_asset: this.#script.collateral_asset,
      collateral_amount: formatDecimal(expected.amount),
      notional_usd: expected.notionalUsd,
      asset_price_usd: expected.assetPrice,
      collateral_price_usd: expected.collateralPrice,
      dispute: expected.dispute,
      superseded_by: null,
    })
    if (scene.act !== 'call') return
    expect(request.expire_time).toBe(new Date(Date.parse(time) + cureSeconds * 1000).toISOString())
  }

  #checkInstructed(transfers: readonly Transfer[]): void {
    const expected = inOrder(this.expected.pending)
    expect(inOrder(transfers)).toMatchObject(
      expected.map((transfer) => ({ ...this.#transfer(transfer), status: 'PENDING' })),
    )
    expect(transfers).toHaveLength(expected.length)
  }

  #checkMovements({ movements = [] }: Answers, time: string): void {
    const expected = inOrder(this.expected.movements(time))
    const alike = movements.map((movement) => ({ ...movement.transfer, movement }))
    for (const [i, { movement }] of inOrder(alike).entries()) {
      const transfer = expected[i]
      if (transfer === undefined) throw new Error('more has moved than the script has')
      this.#checkMovement(movement, transfer)
    }
    expect(movements).toHaveLength(expected.length)
    const times = movements.map(({ transfer }) => transfer.update_time).sort()
    this.expected.settle(times.at(-1) ?? time)
  }

  #checkMovement({ transfer, words }: Movement, expected: ExpectedTransfer): void {
    const status = expected.fails ? 'FAILED' : 'COMPLETED'
    expect(transfer).toMatchObject({ ...this.#transfer(expected), status })
    const ways = this.#script.stages.map(({ word }) => word)
    // A movement that follows from the arrival of others is with its custodian when it is first
    // seen.
    const { category, token } = expected
    const isCollateral = token === this.#script.collateral_asset
    const follows = category === 'interest' || (category === 'close' && isCollateral)
    expect(words.map(({ word }) => word)).toEqual([
      ...(follows ? [] : [null]),
      ...ways,
      expected.fails ? 'failed' : 'completed',
    ])
    expect(transfer.provider_lifecycle.state).toBe(expected.fails ? 'failed' : 'completed')
  }

  #transfer({ category, token, quantity, notional, from }: ExpectedTransfer) {
    const party = (side: Side) => ({
      organization_id: `organizations/${this.firm(side).organization_id}`,
      custodian: this.firm(side).custodian.id,
    })
    return {
      category,
      token,
      quantity: formatDecimal(quantity),
      notional,
      order_id: this.#orderNumber,
      sender: party(from),
      receiver: party(from === 'lender' ? 'borrower' : 'lender'),
    }
  }

  #checkPosition({ position }: Answers, time: string): void {
    expect(position).toMatchObject(this.expected.position(time))
  }

  #checkEnd({ order, position, flows = [] }: Answers, time: string): void {
    const { asset, collateral_asset: collateral } = this.#script
    expect(order?.status).toBe('CLOSED')
    expect(position).toMatchObject({
      ...this.expected.position(time),
      asset_quantity: '0',
      collateral_quantity: '0',
    })
    const net = (side: Side, of: string) =>
      flows.find((flow) => flow.side === side && flow.asset === of)?.net
    const interest = this.expected.interest(time)
    expect(net('lender', asset)).toBe(interest)
    expect(net('borrower', asset)).toBe(formatDecimal(new Decimal(interest).negated()))
    expect(net('lender', collateral)).toBe('0')
    expect(net('borrower', collateral)).toBe('0')
    expect(flows.map(({ side, asset: of }) => formatDecimal(this.expected.net(side, of)))).toEqual(
      flows.map(({ net: reported }) => reported),
    )
  }
}

/** The side that acts in a scene; the lender if no side does. */
const sideOf = (scene: Scene): Side => ('by' in scene ? scene.by : 'lender')

/** The outcome of a scene, in a word. */
function plotOf({ act }: Scene, { preview, request, movements = [] }: Answers): string[] {
  if (preview !== undefined) {
    const { direction, can_submit_m2m: isDue } = preview
    return [isDue || direction === 'None' ? `${direction}?` : 'nothing?']
  }
  if (act === 'call') return [`${request?.direction ?? ''}!`]
  if (act === 'answer') return request?.dispute == null ? [] : [request.dispute.outcome]
  return movements.filter(({ transfer }) => transfer.status === 'FAILED').map(() => 'FAILED')
}
