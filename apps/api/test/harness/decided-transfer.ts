import {
  type NewTransfer,
  TransferDesk,
} from '../../src/features/deals/transfers/transfer-desk.service.ts'
import type { Services } from '../../src/compose/services.ts'
import type { WriteTransaction } from '../../src/platform/writes/write-transaction.ts'
import { requestCancellation } from '../../src/features/deals/transfers/cancellation-request.ts'
import { lockDeal, lockDealsOfTransfers } from '../../src/features/deals/parties/deal.ts'
import type { Deal, Party } from './book.ts'
import type { TestDatabase } from './database.ts'

/** A deal with its two sides. */
export interface PartiedDeal extends Deal {
  readonly lender: Party
  readonly borrower: Party
}

export type TransferChanges = Partial<NewTransfer> & { readonly from?: 'lender' | 'borrower' }

/** The custodian script of a transfer is found by this name. */
export const externalIdOf = (transferId: string) => `vadium-${transferId}`

/**
 * Decides a transfer as the operations do: 1.5 ETH of collateral from the borrower to the lender,
 * unless changed. Returns the id of the transfer.
 */
export async function decideTransfer(
  { writes, custodySignal }: Pick<Services, 'writes' | 'custodySignal'>,
  deal: PartiedDeal,
  changes: TransferChanges = {},
): Promise<string> {
  const desk = new TransferDesk(() => custodySignal.send(), 86_400)
  return writes.byService(deal.lender.id, async (tx) => {
    await lockDeal(tx, deal.orderId)
    return instruct(tx, desk, deal, changes)
  })
}

/** Instructs a transfer of a deal that the caller has locked, for a request that it belongs to. */
export async function instruct(
  tx: WriteTransaction,
  desk: TransferDesk,
  deal: PartiedDeal,
  changes: TransferChanges = {},
): Promise<string> {
  const { order, transfer } = newTransfer(deal, changes)
  const request = await acceptedRequest(tx, deal, transfer)
  return (await desk.instruct(tx, order, { ...transfer, ...request })).id
}

/** Inserts a request in progress, as far as the transfers of its category belong to one. */
async function acceptedRequest(
  tx: WriteTransaction,
  { positionId, lender, borrower }: PartiedDeal,
  { category, quantity, notionalUsd, senderWalletId, token }: NewTransfer,
): Promise<Pick<NewTransfer, 'markToMarketRequestId' | 'orderRequestId'>> {
  const id = tx.ids.next()
  const values = [id, positionId, lender.id, borrower.id, quantity, tx.now]
  if (category === 'm2m') {
    const direction = senderWalletId === borrower.wallet(token) ? 'TopUp' : 'Release'
    await tx.query(
      `INSERT INTO mark_to_market_requests (id, position_id, lender_id, borrower_id,
         collateral_amount, created_at, updated_at, expire_at, creator_id, status, direction,
         notional_usd, asset_price_usd, collateral_price_usd, calculation_id)
       VALUES ($1, $2, $3, $4, $5, $6, $6, $6, $3, 'IN_PROGRESS', $7, $8, 60000, 2500, 'test')`,
      [...values, direction, notionalUsd],
    )
    return { markToMarketRequestId: id }
  }
  if (category !== 'return') return {}
  await tx.query(
    `INSERT INTO order_requests (id, position_id, lender_id, borrower_id, quantity, created_at,
       updated_at, expire_at, creator_id, status, kind, whole)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $6, $4, 'IN_PROGRESS', 'return', false)`,
    values,
  )
  return { orderRequestId: id }
}

/**
 * Requests the cancellation of any transfer, for a side: what the transfer is for makes no
 * difference to how that is carried out.
 */
export async function wantCancelled(
  { writes }: Pick<Services, 'writes'>,
  organizationId: string,
  id: string,
): Promise<void> {
  await writes.byService(organizationId, async (tx) => {
    if ((await lockDealsOfTransfers(tx, [id])).has(id)) await requestCancellation(tx, id)
  })
}

/** The actions of a transfer, and the kinds of its entries in the journal, each in order. */
export async function historyOf(
  database: Pick<TestDatabase, 'query'>,
  id: string,
): Promise<readonly [actions: string, entries: string]> {
  const texts = async (text: string) =>
    (await database.query<{ text: string }>(text, [id])).rows.map((row) => row.text).join(' ')
  return [
    await texts(
      'SELECT action AS text FROM state_changes WHERE resource_id = $1 ORDER BY sequence',
    ),
    await texts(
      'SELECT kind AS text FROM journal_transactions WHERE transfer_id = $1 ORDER BY sequence',
    ),
  ]
}

/** What is known of a transfer and of its instruction. */
export async function instructedTransfer(
  database: Pick<TestDatabase, 'query'>,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const { rows } = await database.query(
    `SELECT t.status, t.provider_state AS state, t.provider_label AS label, i.stalled, i.attempts,
       i.due_at IS NOT NULL AS due
     FROM transfers t JOIN instructions i ON i.transfer_id = t.id WHERE t.id = $1`,
    [id],
  )
  return rows[0]
}

/** The same, as it is passed to the desk. */
export function newTransfer(
  deal: PartiedDeal,
  { from = 'borrower', ...changes }: TransferChanges = {},
) {
  const { lender, borrower } = deal
  const [sender, receiver] = from === 'borrower' ? [borrower, lender] : [lender, borrower]
  const token = changes.token ?? 'ETH'
  const transfer: NewTransfer = {
    category: 'm2m',
    leg: 'collateral',
    token,
    quantity: '1.5',
    notionalUsd: '3750.00',
    senderWalletId: sender.wallet(token),
    receiverWalletId: receiver.wallet(token),
    ...changes,
  }
  const order = {
    id: deal.orderId,
    number: deal.orderNumber,
    lenderId: lender.id,
    borrowerId: borrower.id,
  }
  return { order, transfer }
}
