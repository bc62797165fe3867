import type { Agreement, Price } from '@vadium/client'
import { verifyCloseOut, verifyPreview } from '@vadium/margin'
import { DealClock } from './deal-clock.ts'
import type { DealScript, Scene, ScriptedDispute, Side } from './deal-script.ts'
import { transfersOf, watchTransfers } from './custody-watch.ts'
import type { Answers, Episode, Firm } from './episode.ts'
import { netFlows } from './net-flows.ts'
import { onboard } from './onboarding.ts'
import { scriptedQuotes } from './scripted-quotes.ts'
import { Calls, type Stage } from './stage.ts'

/**
 * Plays a deal in a sandbox, scene by scene, and returns the answers of the service. Each firm acts
 * with its
 * own key; the operator controls time and custodians.
 *
 * @throws VadiumError as the SDK does; TypeError if a scene needs something that no earlier scene
 *   created.
 */
export async function* playDeal(script: DealScript, stage: Stage): AsyncGenerator<Episode, void> {
  const calls = new Calls(stage)
  const clock = await DealClock.start(stage.operator, calls)
  const deal = new Deal(script, stage, calls, clock)
  for (const [index, scene] of script.scenes.entries()) {
    const answers = await deal.play(scene)
    yield { step: index + 1, scene, time: clock.now, answers }
  }
}

/** The ids and figures of the deal so far. */
interface Known {
  firms?: Readonly<Record<Side, Firm>>
  orderId?: string
  orderNumber?: number
  positionId?: string
  calculationId?: string
  requestId?: string
  closeOutId?: string
  direction?: string
}

class Deal {
  readonly #script: DealScript
  readonly #stage: Stage
  readonly #calls: Calls
  readonly #clock: DealClock
  readonly #known: Known = {}

  constructor(script: DealScript, stage: Stage, calls: Calls, clock: DealClock) {
    this.#script = script
    this.#stage = stage
    this.#calls = calls
    this.#clock = clock
  }

  async play(scene: Scene): Promise<Answers> {
    // Prices are scripted ahead of the time at which they are quoted.
    if (scene.act === 'quote') return this.#quote(scene)
    if (scene.at !== undefined) await this.#clock.advanceTo(this.#clock.timeOf(scene.at))
    switch (scene.act) {
      case 'onboard':
        return this.#onboard()
      case 'agree':
        return this.#agree()
      case 'order':
        return this.#order(scene.by)
      case 'accept order':
        return this.#acceptOrder(scene.by)
      case 'settle':
        return this.#settle()
      case 'preview':
        return this.#preview(scene.by)
      case 'call':
        return this.#call(scene.by)
      case 'answer':
        return this.#answer(scene.by, scene.dispute, scene.fails === true)
      case 'accept counter-valuation':
        return this.#letStand(scene.by)
      case 'retry':
        return this.#retry(scene.by)
      case 'close':
        return this.#close(scene.by)
      case 'wait':
        return this.#outcome()
      case 'declare':
        return this.#declare(scene.by)
      case 'terminate':
        return this.#terminate(scene.by)
      case 'discharge':
        return this.#discharge(scene.by)
      case 'end':
        return this.#end()
    }
  }

  async #onboard(): Promise<Answers> {
    const { lender, borrower } = await onboard(this.#script, this.#stage, this.#calls)
    this.#known.firms = { lender, borrower }
    return { firms: [lender, borrower] }
  }

  async #agree(): Promise<Answers> {
    const { terms } = this.#script
    const parties = { lender_id: this.#firm('lender').organization_id }
    const body = { ...parties, borrower_id: this.#firm('borrower').organization_id, terms }
    const { id } = await this.#stage.operator.agreements.create(body, this.#calls.write())
    await this.#acceptTerms('lender', id)
    return { agreement: await this.#acceptTerms('borrower', id) }
  }

  #acceptTerms(by: Side, agreementId: string): Promise<Agreement> {
    const { agreements } = this.#client(by)
    return agreements.accept(agreementId, { version: 1 }, this.#calls.write())
  }

  async #quote({ at, quotes }: Extract<Scene, { act: 'quote' }>): Promise<Answers> {
    const { operator } = this.#stage
    const time = at === undefined ? this.#clock.now : this.#clock.timeOf(at)
    const assets = Object.keys(quotes)
    const prices = scriptedQuotes(quotes, time, this.#script.sources, await this.#prices(assets))
    await operator.sandbox.scriptPrices({ prices }, this.#calls.write())
    await this.#clock.advanceTo(time)
    const listed = { prices: await this.#prices(assets) }
    if (this.#known.positionId === undefined) return listed
    return { ...listed, ...(await this.#position()) }
  }

  async #prices(assets: readonly string[]): Promise<Price[]> {
    const { operator } = this.#stage
    const answers = await Promise.all(
      assets.map((asset) => operator.prices.list({ asset }, this.#calls.read())),
    )
    return answers.flatMap(({ prices }) => prices)
  }

  async #order(by: Side): Promise<Answers> {
    const { asset, asset_quantity, rate_percent, collateral_asset, collateral_quantity } =
      this.#script
    const order = await this.#client(by).orders.create(
      {
        lender_id: this.#firm('lender').organization_id,
        borrower_id: this.#firm('borrower').organization_id,
        asset,
        asset_quantity,
        rate_percent,
        collateral_asset,
        collateral_quantity,
        collateral_type: 'BILATERAL',
        ...this.#wallets(by),
      },
      this.#calls.write(),
    )
    this.#known.orderId = order.id
    this.#known.orderNumber = order.number
    return { order: await this.#client(other(by)).orders.get(order.id, this.#calls.read()) }
  }

  async #acceptOrder(by: Side): Promise<Answers> {
    await this.#scriptCustodian('lender', 1)
    await this.#scriptCustodian('borrower', 1)
    const order = await this.#client(by).orders.accept(
      need(this.#known.orderId, 'an order'),
      this.#wallets(by),
      this.#calls.write(),
    )
    this.#known.positionId = need(order.position_id ?? undefined, 'a position')
    return { order, transfers: await this.#underWay() }
  }

  async #settle(): Promise<Answers> {
    const movements = await watchTransfers(
      this.#client('lender'),
      need(this.#known.orderNumber, 'an order'),
      this.#clock,
      this.#calls,
    )
    const { requestId } = this.#known
    return {
      movements,
      order: await this.#orderNow(),
      ...(requestId !== undefined && { request: await this.#requestOf('lender', requestId) }),
      ...(await this.#position()),
    }
  }

  async #preview(by: Side): Promise<Answers> {
    const position_id = need(this.#known.positionId, 'a position')
    const { preview, calculation } = await this.#client(by).markToMarketRequests.preview(
      { position_id, explain: true },
      this.#calls.read(),
    )
    if (calculation === undefined) throw new TypeError('a preview has no calculation')
    this.#known.calculationId = calculation.calculation_id
    return { preview, calculation, verification: verifyPreview(preview, calculation) }
  }

  async #call(by: Side): Promise<Answers> {
    const request = await this.#client(by).markToMarketRequests.create(
      {
        position_id: need(this.#known.positionId, 'a position'),
        calculation_id: need(this.#known.calculationId, 'a preview'),
      },
      this.#calls.write(),
    )
    this.#known.requestId = request.id
    this.#known.direction = request.direction
    return { request: await this.#requestOf(other(by), request.id) }
  }

  async #answer(by: Side, dispute: ScriptedDispute | undefined, fails: boolean): Promise<Answers> {
    const id = need(this.#known.requestId, 'a request')
    await this.#scriptCustodian(this.#sender(), 1, fails)
    const { markToMarketRequests } = this.#client(by)
    if (dispute === undefined) await markToMarketRequests.accept(id, this.#calls.write())
    else await markToMarketRequests.dispute(id, dispute, this.#calls.write())
    return { request: await this.#requestOf(other(by), id), transfers: await this.#underWay() }
  }

  async #letStand(by: Side): Promise<Answers> {
    const id = need(this.#known.requestId, 'a request')
    const request = await this.#client(by).markToMarketRequests.accept(id, this.#calls.write())
    return { request, ...(await this.#position()) }
  }

  async #retry(by: Side): Promise<Answers> {
    const id = need(this.#known.requestId, 'a request')
    await this.#scriptCustodian(this.#sender(), 1)
    const request = await this.#client(by).markToMarketRequests.retry(id, this.#calls.write())
    return { request, transfers: await this.#underWay() }
  }

  async #close(by: Side): Promise<Answers> {
    await this.#scriptCustodian('borrower', 2)
    await this.#scriptCustodian('lender', 1)
    delete this.#known.requestId
    const id = need(this.#known.orderId, 'an order')
    const order = await this.#client(by).orders.close(id, this.#calls.write())
    return { order, transfers: await this.#underWay() }
  }

  /** What has become of the request or, where there is one, of the declared default. */
  async #outcome(): Promise<Answers> {
    const { requestId, closeOutId } = this.#known
    if (closeOutId !== undefined) {
      return { closeOut: await this.#closeOutNow(), ...(await this.#position()) }
    }
    const id = need(requestId, 'a request')
    return { request: await this.#requestOf('lender', id), ...(await this.#position()) }
  }

  async #declare(by: Side): Promise<Answers> {
    delete this.#known.requestId
    const body = {
      position_id: need(this.#known.positionId, 'a position'),
      cause: 'LIQUIDATION_LEVEL',
    } as const
    const closeOut = await this.#client(by).closeOuts.create(body, this.#calls.write())
    this.#known.closeOutId = closeOut.id
    return { closeOut }
  }

  async #terminate(by: Side): Promise<Answers> {
    const id = need(this.#known.closeOutId, 'a declared default')
    const closeOut = await this.#client(by).closeOuts.terminate(id, this.#calls.write())
    if (closeOut.statement === null) throw new TypeError('a termination has no statement')
    return {
      closeOut,
      verification: verifyCloseOut(closeOut.statement),
      transfers: await this.#underWay(),
    }
  }

  async #discharge(by: Side): Promise<Answers> {
    const id = need(this.#known.closeOutId, 'a declared default')
    return { closeOut: await this.#client(by).closeOuts.discharge(id, this.#calls.write()) }
  }

  #closeOutNow() {
    const id = need(this.#known.closeOutId, 'a declared default')
    return this.#client('borrower').closeOuts.get(id, this.#calls.read())
  }

  async #end(): Promise<Answers> {
    const { asset, collateral_asset } = this.#script
    const transfers = await this.#transfers()
    const firms = [this.#firm('lender'), this.#firm('borrower')]
    const flows = netFlows(transfers, firms, [asset, collateral_asset])
    return { order: await this.#orderNow(), transfers, flows, ...(await this.#position()) }
  }

  /** Scripts the next instructions to the custodian of one side. */
  async #scriptCustodian(side: Side, times: number, fails = false): Promise<void> {
    await this.#stage.operator.sandbox.scriptCustodian(
      {
        custodian: this.#firm(side).custodian.id,
        times,
        stages: [...this.#script.stages],
        outcome: fails ? 'failed' : 'completed',
      },
      this.#calls.write(),
    )
  }

  #wallets(side: Side) {
    const { asset_wallet_id, collateral_wallet_id } = this.#firm(side)
    return { asset_wallet_id, collateral_wallet_id }
  }

  async #position(): Promise<Answers> {
    const id = need(this.#known.positionId, 'a position')
    return { position: await this.#client('lender').positions.get(id, this.#calls.read()) }
  }

  #orderNow() {
    const id = need(this.#known.orderId, 'an order')
    return this.#client('lender').orders.get(id, this.#calls.read())
  }

  #requestOf(side: Side, id: string) {
    return this.#client(side).markToMarketRequests.get(id, this.#calls.read())
  }

  #transfers() {
    const number = need(this.#known.orderNumber, 'an order')
    return transfersOf(this.#client('lender'), number, this.#calls)
  }

  async #underWay() {
    return (await this.#transfers()).filter(({ status }) => status === 'PENDING')
  }

  /** The side that sends collateral in the open request. */
  #sender(): Side {
    return this.#known.direction === 'Release' ? 'lender' : 'borrower'
  }

  #firm(side: Side): Firm {
    return need(this.#known.firms, 'firms')[side]
  }

  #client(side: Side) {
    return this.#stage.firms[side].client
  }
}

function other(side: Side): Side {
  return side === 'lender' ? 'borrower' : 'lender'
}

function need<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new TypeError(`the script has no ${what} yet at this point`)
  return value
}
