import type { Position } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { Leg } from '../orders/movements.tsx'
import styles from '../orders/orders.module.css'
import { changeOf } from './order-request-words.tsx'

interface Asked {
  readonly kind: string
  /** Null for all of the asset. */
  readonly quantity: string | null
  readonly ratePercent: string | null
  readonly position: Position
}

/** What a request moves once it is accepted. */
export function RequestMovement(asked: Asked) {
  switch (changeOf(asked.kind)) {
    case 'quantity':
      return <Return {...asked} />
    case 'rate':
      return <NewRate {...asked} />
    case undefined:
      return <p className={styles['leg']}>This page does not know what a {asked.kind} moves.</p>
  }
}

function NewRate({ ratePercent, position }: Asked) {
  return (
    <p className={styles['leg']}>
      Nothing moves. The rate changes from <Figure value={position.rate_percent} unit="% a year" />{' '}
      to{' '}
      <strong>
        <Figure value={ratePercent} unit="% a year" />
      </strong>
      .
    </p>
  )
}

function Return({ quantity, position }: Asked) {
  return (
    <>
      <Leg
        sender={position.borrower_name}
        receiver={position.lender_name}
        quantity={quantity ?? position.asset_quantity}
        unit={position.asset}
      />
      <p className={styles['fine']}>
        When it has arrived, {position.lender_name} sends collateral back:{' '}
        {quantity === null ? (
          <>
            <Figure value={position.collateral_quantity} unit={position.collateral_asset} /> are
            held now.
          </>
        ) : (
          <>
            pro rata, of the{' '}
            <Figure value={position.collateral_quantity} unit={position.collateral_asset} /> that
            are held now.
          </>
        )}
      </p>
    </>
  )
}
