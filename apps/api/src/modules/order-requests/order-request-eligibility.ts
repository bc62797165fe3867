import type { CollateralType, OrderRequestKind } from '@vadium/schema'
import { Refusal } from '../../refusal.ts'

/** A deal of which something may be asked. */
export interface AskedDeal {
  readonly lenderId: string
  readonly borrowerId: string
  readonly orderStatus: string
  readonly collateralType: CollateralType
  /** Requests that await an answer or are changing the quantity. */
  readonly openOrderRequests: readonly string[]
}

/** Why an organization cannot ask for a change of a deal now. */
export function eligibilityObstacle(
  kind: OrderRequestKind,
  deal: AskedDeal,
  organizationId: string,
): Refusal | undefined {
  const side = { recall: 'lender', return: 'borrower', rerate: undefined }[kind]
  const asker = organizationId === deal.lenderId ? 'lender' : 'borrower'
  if (side !== undefined && side !== asker) {
    return refusal('PARTY_NOT_PERMITTED', 'kind', `it is for the ${side} to do`)
  }
  if (deal.orderStatus !== 'ACTIVE') {
    const issue = `${kind} is not possible: the order is ${deal.orderStatus}`
    return refusal('INVALID_STATE', 'position_id', issue)
  }
  if (kind !== 'rerate' && deal.collateralType === 'TRIPARTY') {
    return refusal(
      'COLLATERAL_MANAGED_BY_AGENT',
      'position_id',
      'its collateral is TRIPARTY: this service instructs no agent to send it back',
    )
  }
  if (deal.openOrderRequests.length === 0) return undefined
  return new Refusal(
    'ALREADY_EXISTS',
    deal.openOrderRequests.map((value) => ({
      field: 'order_request_id',
      issue: `${kind} is not possible: another order request of the position is open`,
      value,
    })),
  )
}

function refusal(reason: ConstructorParameters<typeof Refusal>[0], field: string, issue: string) {
  return new Refusal(reason, [{ field, issue }])
}
