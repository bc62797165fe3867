import { randomUUID } from 'node:crypto'
import {
  acceptMarkToMarketRequest,
  acceptOrder,
  acceptOrderRequest,
  advanceSandbox,
  closeOrder,
  createAgreement,
  createCallSet,
  createCloseOut,
  createMarkToMarketRequest,
  createOrder,
  createOrderRequest,
  createOrganization,
  getChat,
  getSandbox,
  getTransfer,
  listNotifications,
  muteCounterparty,
  listTransfers,
  previewCallSet,
  previewMarkToMarketRequest,
  setAutomation,
  setCounterpartyLimits,
  terminateCloseOut,
  type Transfer,
} from '@vadium/schema'
import type { ScriptChanges } from '../../src/features/custody/simulated/simulated-script.ts'
import type { Deal } from './book.ts'
import { succeed } from './call.ts'
import { type Member, type Plan, usualTerms, walletsOf } from './living-members.ts'
import { LivingOutlets } from './living-outlets.ts'
import type { RunningService } from './service.ts'

export { type Keys, type Member, type Plan, usualTerms, walletsOf } from './living-members.ts'

/** Long enough for what the simulated custodian does by itself to end. */
const longEnoughMs = 60_000

/**
 * A lender and a borrower with active deals, each of which a top-up of 150,000 USD is due for, and
 * what can become of them: every state that a request needs is reached through the service itself.
 */
export class LivingBook extends LivingOutlets {
  readonly borrower: Member
  /** Where the operators are. */
  readonly platform: Member
  readonly agreementId: string
  /** A deal that only reads are made of. */
  readonly firstDeal: Deal
  readonly firstTransferId: string
  readonly #deals: Deal[]

  constructor(service: RunningService, plan: Plan, platform: Member) {
    super(service, plan.lender)
    this.borrower = plan.borrower
    this.agreementId = plan.agreementId
    this.firstDeal = plan.firstDeal
    this.firstTransferId = plan.firstTransferId
    this.platform = platform
    this.#deals = [...plan.deals]
  }

  /** An active deal that nothing has been done with. */
  nextDeal(): Deal {
    const deal = this.#deals.pop()
    if (deal === undefined) throw new Error('the book has no more deals: plan it with more')
    return deal
  }

  unusedDeals(): readonly Deal[] {
    return this.#deals
  }

  /** An organization that has come new. */
  async newOrganization(): Promise<string> {
    const body = { slug: `org-${randomUUID()}`, name: 'A new organization' }
    const key = this.platform.keys.operator
    return (await succeed(this.service, createOrganization, { key, body })).id
  }

  /** An agreement of the lender with an organization that has come new. */
  async newAgreement(): Promise<string> {
    const { id } = await succeed(this.service, createAgreement, {
      key: this.platform.keys.operator,
      body: {
        lender_id: this.lender.party.id,
        borrower_id: await this.newOrganization(),
        terms: usualTerms,
      },
    })
    return id
  }

  /** An organization that has come new, with which the lender has an agreement. */
  async newCounterparty(): Promise<string> {
    const borrower_id = await this.newOrganization()
    await succeed(this.service, createAgreement, {
      key: this.platform.keys.operator,
      body: { lender_id: this.lender.party.id, borrower_id, terms: usualTerms },
    })
    return borrower_id
  }

  /** A counterparty that the lender has muted. */
  async mutedCounterparty(): Promise<string> {
    const counterparty_id = await this.newCounterparty()
    const key = this.lender.keys.admin
    await succeed(this.service, muteCounterparty, { key, params: { counterparty_id } })
    return counterparty_id
  }

  /** What the lender lets the service request of the borrower: nothing. */
  async newAutomation(): Promise<void> {
    const body = { counterparty_id: this.borrower.party.id, calls: 'off' }
    await succeed(this.service, setAutomation, { key: this.lender.keys.admin, body })
  }

  /** A limit of the lender for the borrower. */
  async newLimits(): Promise<void> {
    const body = { counterparty_id: this.borrower.party.id, lent_usd_max: '1000000000' }
    await succeed(this.service, setCounterpartyLimits, { key: this.lender.keys.admin, body })
  }

  /** A confirmation of the first deal that is rendered. */
  async newDocument(): Promise<string> {
    const id = randomUUID()
    await this.service.database.query(
      `INSERT INTO documents (id, kind, lender_id, borrower_id, order_id, subject_id, revision,
         content, content_sha256, pdf, pdf_sha256, template_version, created_at)
       SELECT $1, 'confirmation', o.lender_id, o.borrower_id, o.id, o.id, n.revision, '{}',
         encode(sha256('{}'), 'hex'), '%PDF', encode(sha256('%PDF'), 'hex'), '1', o.created_at
       FROM orders o CROSS JOIN LATERAL (
         SELECT count(*) + 1 AS revision FROM documents d WHERE d.subject_id = o.id) n
       WHERE o.id = $2`,
      [id, this.firstDeal.orderId],
    )
    return id
  }

  /** What the lender asks for, 1 BTC against 40 ETH. */
  orderBody() {
    const { lender, borrower } = this
    return {
      lender_id: lender.party.id,
      borrower_id: borrower.party.id,
      asset: 'BTC',
      asset_quantity: '1',
      rate_percent: '5',
      collateral_asset: 'ETH',
      collateral_quantity: '40',
      collateral_type: 'BILATERAL',
      ...walletsOf(lender),
    }
  }

  /** An order of the lender that awaits the answer of the borrower. */
  async pendingOrder() {
    const key = this.lender.keys.admin
    return succeed(this.service, createOrder, { key, body: this.orderBody() })
  }

  /** What the order that awaits the answer of the borrower has in its thread. */
  async openChatEntry() {
    const { id: order_id } = await this.pendingOrder()
    const { last_entry } = await succeed(this.service, getChat, {
      key: this.lender.keys.admin,
      params: { order_id },
    })
    if (last_entry === null) throw new Error(`there is no entry in the chat of ${order_id}`)
    return { order_id, entry_id: last_entry.id }
  }

  /** An order of which both opening transfers failed. */
  async failedOpening(): Promise<string> {
    const { id, number } = await this.pendingOrder()
    await succeed(this.service, acceptOrder, {
      key: this.borrower.keys.admin,
      params: { order_id: id },
      body: walletsOf(this.borrower),
    })
    await this.#failTransfers(number)
    return id
  }

  /** A mark-to-market request of the lender that awaits the answer of the borrower. */
  async pendingRequest(deal = this.nextDeal()) {
    const key = this.lender.keys.admin
    const position_id = deal.positionId
    const body = { position_id, calculation_id: await this.calculationId(deal) }
    return succeed(this.service, createMarkToMarketRequest, { key, body })
  }

  /** What a preview of a call set of one unused deal has shown to the lender. */
  async callSetCalculation(): Promise<string> {
    const { calculation_id } = await succeed(this.service, previewCallSet, {
      key: this.lender.keys.admin,
      params: { agreement_id: this.agreementId },
      body: { direction: 'TopUp', position_ids: [this.nextDeal().positionId] },
    })
    return calculation_id
  }

  /** A call set of the lender that awaits the answer of the borrower. */
  async pendingCallSet() {
    const body = { calculation_id: await this.callSetCalculation() }
    return succeed(this.service, createCallSet, { key: this.lender.keys.admin, body })
  }

  /** A notification that the borrower has received. */
  async notificationId(): Promise<string> {
    const key = this.borrower.keys.viewer
    const list = () => succeed(this.service, listNotifications, { key, query: { page_size: 1 } })
    if ((await list()).notifications.length === 0) await this.pendingRequest()
    const [notification] = (await list()).notifications
    if (notification === undefined) throw new Error('the borrower has no notification')
    return notification.id
  }

  /** What a preview of a deal has shown to the lender. */
  async calculationId({ positionId }: Deal): Promise<string> {
    const { calculation } = await succeed(this.service, previewMarkToMarketRequest, {
      key: this.lender.keys.admin,
      body: { position_id: positionId, explain: true },
    })
    if (calculation === undefined) throw new Error('a preview was not explained')
    return calculation.calculation_id
  }

  /** A mark-to-market request whose transfer is instructed. */
  async acceptedRequest(deal = this.nextDeal()) {
    const { id } = await this.pendingRequest(deal)
    return succeed(this.service, acceptMarkToMarketRequest, {
      key: this.borrower.keys.admin,
      params: { mark_to_market_request_id: id },
    })
  }

  /** A mark-to-market request whose transfer failed. */
  async failedRequest(): Promise<string> {
    const deal = this.nextDeal()
    const { id } = await this.acceptedRequest(deal)
    await this.#failTransfers(deal.orderNumber)
    return id
  }

  /** A return of a part that awaits the answer of the lender. */
  async pendingReturn(deal = this.nextDeal()) {
    const key = this.borrower.keys.admin
    const body = { position_id: deal.positionId, kind: 'return', quantity: '4' }
    return succeed(this.service, createOrderRequest, { key, body })
  }

  /** A return of a part whose asset is instructed to go back. */
  async acceptedReturn(deal = this.nextDeal()) {
    const { id } = await this.pendingReturn(deal)
    return succeed(this.service, acceptOrderRequest, {
      key: this.lender.keys.admin,
      params: { order_request_id: id },
    })
  }

  /** A rerate that both sides agreed on, from today on. */
  async agreedRate(deal = this.nextDeal()): Promise<void> {
    const { id } = await succeed(this.service, createOrderRequest, {
      key: this.borrower.keys.admin,
      body: { position_id: deal.positionId, kind: 'rerate', rate_percent: '4' },
    })
    await succeed(this.service, acceptOrderRequest, {
      key: this.lender.keys.admin,
      params: { order_request_id: id },
    })
  }

  /** An order whose close has begun. */
  async closingOrder(): Promise<string> {
    const { orderId } = this.nextDeal()
    const params = { order_id: orderId }
    await succeed(this.service, closeOrder, { key: this.borrower.keys.admin, params })
    return orderId
  }

  /**
   * A deal at its liquidation level: its collateral covers 105 % of 1 BTC, or less if so wanted.
   */
  async fallenDeal(collateral_quantity = '25.2'): Promise<string> {
    const { id, number } = await succeed(this.service, createOrder, {
      key: this.lender.keys.admin,
      body: { ...this.orderBody(), collateral_quantity },
    })
    const { position_id } = await succeed(this.service, acceptOrder, {
      key: this.borrower.keys.admin,
      params: { order_id: id },
      body: walletsOf(this.borrower),
    })
    if (position_id === null) throw new Error(`order ${number} has no position`)
    await this.settle()
    return position_id
  }

  /** A default that the lender has declared. */
  async declaredDefault(collateralQuantity?: string) {
    const position_id = await this.fallenDeal(collateralQuantity)
    return succeed(this.service, createCloseOut, {
      key: this.lender.keys.admin,
      body: { position_id, cause: 'LIQUIDATION_LEVEL' },
    })
  }

  /** A close-out: 1.2 ETH are on their way back, or a claim is left where there is less than 24. */
  async terminatedCloseOut(collateralQuantity?: string) {
    const { id: close_out_id } = await this.declaredDefault(collateralQuantity)
    return succeed(this.service, terminateCloseOut, {
      key: this.lender.keys.admin,
      params: { close_out_id },
    })
  }

  /** A close-out of which the transfer of what goes back has failed. */
  async failedCloseOut(): Promise<string> {
    const { id, order_id_pretty } = await this.terminatedCloseOut()
    await this.#failTransfers(order_id_pretty)
    return id
  }

  /** A return whose transfer failed. */
  async failedReturn(): Promise<string> {
    const deal = this.nextDeal()
    const { id } = await this.acceptedReturn(deal)
    await this.#failTransfers(deal.orderNumber)
    return id
  }

  /** An instruction of which a person must look, as it stands after too many attempts in vain. */
  async stalledInstruction(): Promise<string> {
    const { transfer_ids } = await this.acceptedRequest()
    const [transferId = ''] = transfer_ids
    const { rowCount } = await this.service.database.query(
      'UPDATE instructions SET stalled = true, due_at = NULL WHERE transfer_id = $1',
      [transferId],
    )
    if (rowCount !== 1) throw new Error(`transfer ${transferId} has no instruction`)
    return transferId
  }

  /** A transfer that waits until somebody at the custodian decides. */
  async undecidedTransfer(): Promise<string> {
    const { transfer_ids } = await this.acceptedRequest()
    const [transferId = ''] = transfer_ids
    const transfer = await succeed(this.service, getTransfer, {
      key: this.lender.keys.admin,
      params: { transfer_id: transferId },
    })
    await this.#script(transfer, { stages: [{ word: 'pendingApproval', lastsMs: null }] })
    await this.settle()
    return transferId
  }

  /** Time passes, and custodians do all that they can be brought to do. */
  async settle(): Promise<void> {
    const key = this.platform.keys.operator
    const to = await this.timeIn(longEnoughMs)
    let time: string
    do ({ time } = await succeed(this.service, advanceSandbox, { key, body: { to } }))
    while (time < to)
  }

  /** The time of the book so many milliseconds from now. */
  async timeIn(ms: number): Promise<string> {
    const key = this.platform.keys.operator
    const { time } = await succeed(this.service, getSandbox, { key })
    return new Date(Date.parse(time) + ms).toISOString()
  }

  async #failTransfers(orderNumber: number): Promise<void> {
    const { service } = this
    const { transfers } = await succeed(service, listTransfers, {
      key: this.lender.keys.admin,
      query: { orderId: orderNumber, status: 'PENDING' },
    })
    for (const transfer of transfers) await this.#script(transfer, { outcome: 'failed' })
    await this.settle()
  }

  async #script(transfer: Transfer, changes: ScriptChanges): Promise<void> {
    const { external_transfer_id: externalTransferId, provider_lifecycle } = transfer
    const custody = await this.service.services.custody.simulated(provider_lifecycle.provider)
    if (custody === undefined) throw new Error('the custodian of a transfer is not simulated')
    await custody.script(changes, { externalTransferId })
  }
}
