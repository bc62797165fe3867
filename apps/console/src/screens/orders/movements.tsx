import type { Order } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { positionQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import styles from './orders.module.css'

/** One sentence: who sends what to whom. */
export function Leg({
  sender,
  receiver,
  quantity,
  unit,
  from,
  to,
}: {
  readonly sender: string
  readonly receiver: string
  readonly quantity: string
  readonly unit: string
  /** The ids of the wallets, where they are known. */
  readonly from?: string | null
  readonly to?: string | null
}) {
  return (
    <p className={styles['leg']}>
      <strong>{sender}</strong>
      {from != null && ` (wallet ${from})`} sends{' '}
      <strong>
        <Figure value={quantity} unit={unit} />
      </strong>{' '}
      to <strong>{receiver}</strong>
      {to != null && ` (wallet ${to})`}.
    </p>
  )
}

/** Both legs of the opening. Wallets that one side has not named yet may be given. */
export function Opening({
  order,
  assetWallet,
  collateralWallet,
  lends,
}: {
  readonly order: Order
  readonly assetWallet: string
  readonly collateralWallet: string
  readonly lends: boolean
}) {
  const named = (wallet: string) => (wallet === '' ? null : wallet)
  const asset = named(assetWallet)
  const collateral = named(collateralWallet)
  return (
    <>
      <Leg
        sender={order.lender_name}
        receiver={order.borrower_name}
        quantity={order.asset_quantity}
        unit={order.asset}
        from={lends ? asset : order.lender_asset_wallet_id}
        to={lends ? order.borrower_asset_wallet_id : asset}
      />
      <Leg
        sender={order.borrower_name}
        receiver={order.lender_name}
        quantity={order.collateral_quantity}
        unit={order.collateral_asset}
        from={lends ? order.borrower_collateral_wallet_id : collateral}
        to={lends ? collateral : order.lender_collateral_wallet_id}
      />
    </>
  )
}

/** What a close moves, in its order, by the position as it is now. */
export function Closing({
  order,
  positionId,
}: {
  readonly order: Order
  readonly positionId: string
}) {
  const position = useRead(positionQuery, positionId).data
  if (position === undefined) return null
  const { lender_name: lender, borrower_name: borrower } = order
  return (
    <>
      <Leg
        sender={borrower}
        receiver={lender}
        quantity={position.asset_quantity}
        unit={position.asset}
      />
      <p className={styles['fine']}>
        Then the interest, of which <Figure value={position.interest_accrued} unit={order.asset} />{' '}
        have accrued until now. Then the collateral:
      </p>
      <Leg
        sender={lender}
        receiver={borrower}
        quantity={position.collateral_quantity}
        unit={position.collateral_asset}
      />
    </>
  )
}
