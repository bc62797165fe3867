import {
  type CollateralType,
  type OrderRequestChange,
  orderRequestChanges,
  type OrderRequestKind,
  orderRequestKinds,
} from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { CloseBlockers } from './close-blockers.ts'
import type { NewerTerms } from '../terms/terms-of-deal.ts'
import { ownRetiredFault } from './own-retired-wallets.ts'

/** A deal on which an order request may be made. */
export interface AskedDeal extends Pick<
  CloseBlockers,
  'changingOrderRequests' | 'askedOrderRequests' | 'ownRetiredWallets'
> {
  readonly lenderId: string
  readonly borrowerId: string
  readonly orderStatus: string
  readonly collateralType: CollateralType
  /** RFC 3339. Null if it has none. */
  readonly maturityAt: string | null
  /** The version of the agreement whose terms apply to the deal. */
  readonly termsVersion: number
  /** The newest terms in effect, if those are newer. */
  readonly newerTerms: NewerTerms | null
  /** The assets for which its collateral can be exchanged. */
  readonly substituteAssets: readonly string[]
}

/** The kinds that can be asked for under the terms of a deal. */
export const kindsUnderTerms = ({ substituteAssets }: Pick<AskedDeal, 'substituteAssets'>) =>
  orderRequestKinds.filter((kind) => substituteAssets.length > 0 || kind !== 'substitution')

type Leg = 'asset' | 'collateral'

/** The wallets of a deal between which each change moves something. */
const legsMoved: Readonly<Record<OrderRequestChange, readonly Leg[]>> = {
  quantity: ['asset', 'collateral'],
  rate: [],
  terms: [],
  maturity: [],
  collateral: [],
}

export const walletsMoved = (kind: OrderRequestKind) => legsMoved[orderRequestChanges[kind]]

/** A kind with its article. */
export const oneOfKind = (kind: OrderRequestKind) => `${/^[ae]/.test(kind) ? 'an' : 'a'} ${kind}`

/** The side that may ask. Undefined: either. */
const requestingSides: Readonly<Record<OrderRequestKind, 'lender' | 'borrower' | undefined>> = {
  recall: 'lender',
  return: 'borrower',
  rerate: undefined,
  amend: undefined,
  extend: undefined,
  substitution: 'borrower',
}

const managedByAgent = refusal(
  'COLLATERAL_MANAGED_BY_AGENT',
  'position_id',
  'its collateral is TRIPARTY: this service instructs no agent to send it back',
)

/** Why a deal cannot be changed so by either side. */
const unsuitableFor: Readonly<
  Record<OrderRequestChange, ((deal: AskedDeal) => Refusal | undefined) | undefined>
> = {
  quantity: ({ collateralType }) => (collateralType === 'TRIPARTY' ? managedByAgent : undefined),
  rate: undefined,
  terms: ({ termsVersion, newerTerms }) => {
    if (newerTerms === null) {
      const issue = `the newest terms in effect apply already: those of version ${termsVersion}`
      return refusal('INVALID_STATE', 'terms_version', issue)
    }
    if (!newerTerms.suitCollateral) {
      const issue = `the collateral of the deal is not eligible under version ${newerTerms.version}`
      return refusal('COLLATERAL_NOT_ELIGIBLE', 'terms_version', issue)
    }
    if (newerTerms.countsDaysAlike) return undefined
    const issue = `version ${newerTerms.version} counts the days of interest in another way, so it is for new orders only`
    return refusal('INVALID_STATE', 'terms_version', issue)
  },
  maturity: ({ maturityAt }) =>
    maturityAt === null
      ? refusal('INVALID_STATE', 'maturity_time', 'the order has no maturity')
      : undefined,
  collateral: ({ collateralType, substituteAssets }) => {
    if (collateralType === 'TRIPARTY') return managedByAgent
    if (substituteAssets.length > 0) return undefined
    const issue = 'the terms of the deal have no other eligible collateral'
    return refusal('COLLATERAL_NOT_ELIGIBLE', 'collateral_asset', issue)
  },
}

/** Why an organization cannot request a change of a deal now. */
export function eligibilityBlocker(
  kind: OrderRequestKind,
  deal: AskedDeal,
  organizationId: string,
): Refusal | undefined {
  const side = requestingSides[kind]
  const caller = organizationId === deal.lenderId ? 'lender' : 'borrower'
  if (side !== undefined && side !== caller) {
    return refusal('PARTY_NOT_PERMITTED', 'kind', `only the ${side} may do this`)
  }
  if (deal.orderStatus !== 'ACTIVE') {
    const issue = `${oneOfKind(kind)} is possible while the order is ACTIVE, and it is ${deal.orderStatus}`
    return refusal('INVALID_STATE', 'position_id', issue)
  }
  const unsuitable = unsuitableFor[orderRequestChanges[kind]]?.(deal)
  if (unsuitable !== undefined) return unsuitable
  const open = [...deal.changingOrderRequests, ...ownRequests(deal, organizationId)]
  if (open.length === 0) return ownRetiredFault(deal.ownRetiredWallets, walletsMoved(kind))
  return new Refusal(
    'ALREADY_EXISTS',
    open.map((value) => ({
      field: 'order_request_id',
      issue: `${oneOfKind(kind)} has to wait: another order request of the position is open`,
      value,
    })),
  )
}

/** Requests of the other side do not count: it could make them repeatedly to prevent this one. */
function ownRequests({ askedOrderRequests }: AskedDeal, organizationId: string): string[] {
  return askedOrderRequests
    .filter(({ creatorId }) => creatorId === organizationId)
    .map(({ id }) => id)
}

function refusal(reason: ConstructorParameters<typeof Refusal>[0], field: string, issue: string) {
  return new Refusal(reason, [{ field, issue }])
}
