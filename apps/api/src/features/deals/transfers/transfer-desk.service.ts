import type { TransferCategory } from '@vadium/schema'
import { transferStates } from '@vadium/schema'
import { type JournaledTransfer, recordInstructions } from '../journal/journal.ts'
import { recordCreations } from '../lifecycle/state-moves.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { lateTime } from './late-transfer.ts'
import { notify } from '../../notifications/index.ts'
import { awaitLateness } from './late-transfers.service.ts'
import { transferRow } from './transfer-row.ts'
import { insertedRows } from '../../../platform/db/inserted-rows.ts'
import { together } from '../../../platform/writes/together.ts'

/** The order that a transfer belongs to. */
export interface TransferredOrder {
  readonly id: string
  readonly number: number
  readonly lenderId: string
  readonly borrowerId: string
}

/** A new transfer and its wallets. */
export interface NewTransfer {
  readonly category: TransferCategory
  readonly leg: 'asset' | 'collateral' | 'interest'
  readonly token: string
  /** Decimal string, above zero, within the decimals of the asset. */
  readonly quantity: string
  /** Its value in USD now, with two decimals. */
  readonly notionalUsd: string
  readonly senderWalletId: string
  readonly receiverWalletId: string
  readonly markToMarketRequestId?: string
  readonly orderRequestId?: string
  readonly closeOutId?: string
  /** The transfer that arrived without counting, whose quantity it sends back. */
  readonly sendsBack?: string
  /** The failed transfer that this one replaces. */
  readonly replaces?: string
  /** The day up to which it pays interest, `YYYY-MM-DD`. */
  readonly dueOn?: string
  /**
   * From when it is late. RFC 3339. Default: as the transfer that it replaces, or as a first one.
   */
  readonly lateAt?: string
}

interface WalletRow {
  readonly id: string
  readonly organization_id: string
  readonly custodian: string
  readonly address: string
  readonly name: string
  readonly isRetired: boolean
  /** How long transfers of the deal may be under way. Null: its terms do not say. */
  readonly settlementSeconds: number | null
}

/** Transfers that an order needs, and the wallets of its deal if the caller has read them. */
export interface WantedTransfers {
  readonly order: TransferredOrder
  readonly wanted: readonly NewTransfer[]
  readonly wallets?: Promise<DealWallets> | DealWallets | undefined
}

/** A transfer as it is written. */
interface Instructed {
  readonly order: TransferredOrder
  readonly wanted: NewTransfer
  readonly transfer: JournaledTransfer
  readonly sender: WalletRow
  readonly receiver: WalletRow
  /** RFC 3339. */
  readonly lateAt: string
}

/** The wallets that an order names. */
export type DealWallets = readonly WalletRow[]

/** Creates transfers. Nothing else does. */
export class TransferDesk {
  readonly #wakeWorker: () => void
  readonly #lateAfterSeconds: number

  /**
   * @param lateAfterSeconds How long after its first attempt a transfer is late, where the terms of
   *   its deal do not say.
   */
  constructor(wakeWorker: () => void, lateAfterSeconds: number) {
    this.#wakeWorker = wakeWorker
    this.#lateAfterSeconds = lateAfterSeconds
  }

  /**
   * Creates transfers of an order: each is PENDING in the book, its quantity is in transit in the
   * journal, and the instruction to the sender's custodian is stored, all in the caller's
   * transaction. The deal must be locked. The journal refuses them if a quantity is not available.
   * `wallets` are those of the deal, if the caller has read them.
   */
  instructAll(
    tx: WriteTransaction,
    order: TransferredOrder,
    wanted: readonly NewTransfer[],
    wallets?: WantedTransfers['wallets'],
  ): Promise<JournaledTransfer[]> {
    return this.instructOrders(tx, [{ order, wanted, wallets }])
  }

  /** The same for several orders, of which the deals must be locked. */
  async instructOrders(
    tx: WriteTransaction,
    orders: readonly WantedTransfers[],
  ): Promise<JournaledTransfer[]> {
    const ofOrders = await together(orders.map((one) => this.#instructed(tx, one)))
    const all = ofOrders.flat()
    if (all.length === 0) return []
    const transfers = all.map(({ transfer }) => transfer)
    await insertTransfers(tx, all)
    await recordInstructions(tx, transfers)
    await recordCreations(tx, transferStates, transfers, transferStates.initial)
    await insertInstructions(tx, all)
    await awaitLateness(tx, all)
    await notifyOfRetired(tx, all)
    tx.afterCommit(this.#wakeWorker)
    return transfers
  }

  async #instructed(
    tx: WriteTransaction,
    { order, wanted, wallets }: WantedTransfers,
  ): Promise<Instructed[]> {
    if (wanted.length === 0) return []
    const [ofDeal, ...latesBefore] = await together([
      wallets ?? dealWallets(tx, order.id),
      ...wanted.map(({ replaces, lateAt }) =>
        replaces === undefined ? lateAt : (lateAt ?? lateAtOfAttempt(tx, replaces)),
      ),
    ])
    const settlementSeconds = ofDeal[0]?.settlementSeconds ?? this.#lateAfterSeconds
    const firstLateAt = lateTime(tx.nowMs, settlementSeconds)
    return wanted.map((one, index) => {
      const sender = named(ofDeal, order.id, one.senderWalletId)
      const receiver = named(ofDeal, order.id, one.receiverWalletId)
      const transfer = {
        id: tx.ids.next(),
        orderId: order.id,
        lenderId: order.lenderId,
        borrowerId: order.borrowerId,
        category: one.category,
        leg: one.leg,
        token: one.token,
        quantity: one.quantity,
        senderId: sender.organization_id,
        receiverId: receiver.organization_id,
        sendsBack: one.sendsBack ?? null,
      }
      const lateAt = latesBefore[index] ?? firstLateAt
      return { order, wanted: one, transfer, sender, receiver, lateAt }
    })
  }

  /** Creates one transfer in the same way. */
  async instruct(
    tx: WriteTransaction,
    order: TransferredOrder,
    wanted: NewTransfer,
    wallets?: Promise<DealWallets> | DealWallets,
  ): Promise<JournaledTransfer> {
    const [transfer] = await this.instructAll(tx, order, [wanted], wallets)
    if (transfer === undefined) throw new Error(`no transfer of order ${order.id} was instructed`)
    return transfer
  }
}

/** Notifies the owner of a retired wallet that a transfer uses it all the same. */
async function notifyOfRetired(tx: WriteTransaction, all: readonly Instructed[]): Promise<void> {
  const used = all.flatMap(({ order, transfer, sender, receiver }) =>
    [sender, receiver].flatMap((wallet) => (wallet.isRetired ? [{ order, transfer, wallet }] : [])),
  )
  await notify(
    tx,
    used.map(({ order: { id: orderId, number }, transfer: { id, quantity, token }, wallet }) => ({
      organizationId: wallet.organization_id,
      category: 'wallet_changed',
      severity: 'warning',
      occasion: `transfer ${id}`,
      title: `A transfer uses the retired wallet ${wallet.name}`,
      body: `The transfer of ${quantity} ${token} of order ${number} uses the wallet ${wallet.id}, ${wallet.name}, which the order names although it is retired.`,
      link: { resource: 'transfer', id, order_id: orderId },
    })),
  )
}

/** The id by which the provider knows the transfer, and recognizes a repetition. */
const externalTransferId = (id: string) => `vadium-${id}`

/** The wallets that an order names for either side. Its deal must be locked. */
export async function dealWallets(tx: WriteTransaction, orderId: string): Promise<DealWallets> {
  const { rows } = await tx.query<WalletRow>(
    `SELECT id, organization_id, custodian_id AS custodian, address, name,
       retired_at IS NOT NULL AS "isRetired",
       (SELECT m.settlement_time_seconds FROM orders o JOIN margin_terms m ON m.id = o.terms_id
         WHERE o.id = $1) AS "settlementSeconds"
     FROM wallets_of_orders WHERE order_id = $1`,
    [orderId],
  )
  return rows
}

function named(wallets: DealWallets, orderId: string, id: string): WalletRow {
  const wallet = wallets.find((row) => row.id === id)
  if (wallet === undefined) throw new Error(`order ${orderId} names no wallet ${id}`)
  return wallet
}

/** From when an attempt is late. */
async function lateAtOfAttempt(tx: WriteTransaction, id: string): Promise<string | undefined> {
  const row = await tx.row<{ lateAt: string }>(
    'SELECT late_at AS "lateAt" FROM transfers WHERE id = $1',
    [id],
  )
  return row?.lateAt
}

function insertTransfers(tx: WriteTransaction, all: readonly Instructed[]): Promise<void> {
  const rows = all.map(({ order, wanted, transfer: { id, ...transfer }, ...of }) => ({
    ...transferRow({
      id,
      external_transfer_id: externalTransferId(id),
      category: wanted.category,
      status: transferStates.initial,
      leg: transfer.leg,
      token: transfer.token,
      quantity: transfer.quantity,
      notional_usd: wanted.notionalUsd,
      order_id: order.id,
      order_number: order.number,
      lender_id: order.lenderId,
      borrower_id: order.borrowerId,
      sender: of.sender,
      receiver: of.receiver,
      provider: of.sender.custodian,
      provider_state: 'pending_submission',
      label: 'Waiting to be sent to the custodian.',
      create_time: tx.now,
      update_time: tx.now,
    }),
    mark_to_market_request_id: wanted.markToMarketRequestId ?? null,
    order_request_id: wanted.orderRequestId ?? null,
    close_out_id: wanted.closeOutId ?? null,
    sends_back: wanted.sendsBack ?? null,
    replaces: wanted.replaces ?? null,
    due_on: wanted.dueOn ?? null,
    late_at: of.lateAt,
  }))
  const columns = Object.keys(rows[0] ?? {}).join(', ')
  return tx.write(
    `INSERT INTO transfers (${columns}) SELECT ${columns} FROM json_populate_recordset(null::transfers, $1)`,
    [JSON.stringify(rows)],
  )
}

function insertInstructions(tx: WriteTransaction, all: readonly Instructed[]): Promise<void> {
  const { text, values } = insertedRows(
    all.map(({ transfer: { id, orderId, lenderId, borrowerId }, sender }) => {
      const deal = [orderId, lenderId, borrowerId]
      return [id, ...deal, sender.custodian, externalTransferId(id), tx.now, tx.now]
    }),
  )
  return tx.write(
    `INSERT INTO instructions (transfer_id, order_id, lender_id, borrower_id, custodian_id,
       external_transfer_id, created_at, due_at) VALUES ${text}`,
    values,
  )
}
