import { closeOut, type CloseOutStatement } from '@vadium/margin'
import { Refusal } from '../../../platform/refusal.ts'
import type { PriceReading } from '../../prices/index.ts'
import { closeOutInputs } from './close-out-inputs.ts'
import type { DefaultedDeal } from './defaulted-deal.ts'

/**
 * The figures of a close-out of a deal at a time (RFC 3339), with the borrower in default; or which
 * price is missing.
 */
export function closeOutOf(
  deal: DefaultedDeal,
  prices: ReadonlyMap<string, PriceReading>,
  now: string,
): CloseOutStatement | Refusal {
  const { positionId: id, positionStatus: status, positionUpdatedAt: updatedAt } = deal
  const asked = { inDefault: 'borrower', provisional: false } as const
  const inputs = closeOutInputs({ ...deal, id, status, updatedAt }, asked, prices, now)
  return inputs instanceof Refusal ? inputs : closeOut(inputs)
}
