import {
  type NewTransfer,
  TransferDesk,
} from '../../src/features/deals/transfers/transfer-desk.service.ts'
import type { Services } from '../../src/compose/services.ts'
import { requestCancellation } from '../../src/features/custody/instruction.repository.ts'
import { lockDeal, lockDealOfTransfer } from '../../src/features/deals/lifecycle/deal.ts'
import type { Deal, Party } from './book.ts'

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
  const desk = new TransferDesk(() => custodySignal.send())
  const { order, transfer } = newTransfer(deal, changes)
  return writes.byService(order.lenderId, async (tx) => {
    await lockDeal(tx, order.id)
    return (await desk.instruct(tx, order, transfer)).id
  })
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
    if (await lockDealOfTransfer(tx, id)) await requestCancellation(tx, id)
  })
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
