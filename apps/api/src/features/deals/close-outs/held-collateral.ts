import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { notNow } from '../lifecycle/not-now.ts'
import { defaultFact } from './close-out-facts.ts'
import type { DefaultFacts } from './default-facts.ts'
import { readDefaultedDeal } from './defaulted-deal.ts'

/**
 * Why the borrower cannot take collateral out of a deal: the lender has declared a default of it,
 * whose cause is there, or cannot be known for want of a price. The deal must be locked.
 */
export async function heldUnderNotice(
  tx: WriteTransaction,
  positionId: string,
  facts: DefaultFacts,
): Promise<Refusal | undefined> {
  const deal = await readDefaultedDeal(tx, positionId)
  const { lenderId: declarerId, notices } = deal
  const declared = notices.filter(({ creatorId }) => creatorId === declarerId)
  if (declared.length === 0) return undefined
  const known = await facts.within(tx, deal)
  const holding = declared.find(
    ({ cause }) => defaultFact(deal, { cause, declarerId }, known).holds !== false,
  )
  return (
    holding &&
    notNow(
      'close_out_id',
      'a default of the borrower is declared: only the lender can have collateral released',
      holding.id,
    )
  )
}
