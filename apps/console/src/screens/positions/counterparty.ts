import type { Position } from '@vadium/client'

/** The other side of a position. */
export function counterpartyOf(position: Position, ownId: string): { id: string; name: string } {
  return position.lender_id === ownId
    ? { id: position.borrower_id, name: position.borrower_name }
    : { id: position.lender_id, name: position.lender_name }
}
