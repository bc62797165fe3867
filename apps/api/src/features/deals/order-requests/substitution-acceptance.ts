import { orderRequestChanges } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { oneOfKind } from '../blockers/order-request-eligibility.ts'
import { walletsFault } from '../orders/order-wallets.ts'
import type { OrderRequestRecord } from './order-request-record.ts'
import { retiredWalletsOfRequest } from './substitution.repository.ts'

/**
 * Why a request cannot be accepted with the wallet that the lender names for new collateral, or
 * without one. None of the wallets of the new collateral is retired until the transaction ends.
 */
export async function acceptedWalletFault(
  tx: WriteTransaction,
  request: OrderRequestRecord,
  walletId: string | undefined,
): Promise<Refusal | undefined> {
  const { id, asset, substitution } = request
  const unnamed = namedWalletFault(request, walletId)
  if (unnamed !== undefined || substitution === null || walletId === undefined) return unnamed
  const wallets = { collateral: walletId }
  const unsuitable = await walletsFault(tx, wallets, { asset, collateralAsset: substitution.asset })
  if (unsuitable !== undefined) return unsuitable
  const [retired] = await retiredWalletsOfRequest(tx, id)
  if (retired === undefined) return undefined
  const issue = 'was retired by who named it'
  return new Refusal('WALLET_RETIRED', [{ field: 'borrower_wallet_id', issue, value: retired }])
}

/** Whether a wallet must be named and is not, or the other way round. */
export function namedWalletFault(
  { kind, substitution }: OrderRequestRecord,
  walletId: string | undefined,
): Refusal | undefined {
  if (orderRequestChanges[kind] !== 'collateral' || substitution === null) {
    const issue = `must not be given for ${oneOfKind(kind)}`
    return walletId === undefined ? undefined : invalid(issue)
  }
  return walletId === undefined
    ? invalid(`must be given for a substitution: your wallet for ${substitution.asset}`)
    : undefined
}

function invalid(issue: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field: 'collateral_wallet_id', issue }])
}
