import type { Position, Transfer } from '@vadium/client'
import { Decimal, formatDecimal, mostToSend, valuePosition } from '@vadium/margin'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Field } from '../../figures/field.tsx'
import { Figure } from '../../figures/figure.tsx'
import form from '../../figures/form.module.css'
import { ungrouped } from '../../service/body.ts'
import { assetsQuery } from '../../service/operator-queries.ts'
import { useOwnId } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'

const quantityPattern = /^(?:0|[1-9]\d{0,19})(?:\.\d{1,20})?$/

/** Collateral that a side sends without a call, with the coverage now and after. */
export function SendCollateral({
  position,
  close,
}: {
  readonly position: Position
  readonly close: () => void
}) {
  const client = useClient()
  const write = useWrite<Transfer>()
  const isLender = useOwnId() === position.lender_id
  const [text, setText] = useState('')
  const assets = useRead(assetsQuery).data ?? []
  const known = assets.find(({ symbol }) => symbol === position.collateral_asset)
  const { quantity, fault } = readQuantity(text, known?.decimals)
  const most = known && mostOf(position, known.decimals)
  const { collateral_asset: asset, lender_name, borrower_name } = position
  return (
    <ConfirmDialog
      title={`Order ${position.order_id_pretty}: send collateral to ${isLender ? borrower_name : lender_name}?`}
      action="Send"
      canSend={quantity !== undefined}
      send={() => {
        if (quantity === undefined) return
        void write.write((options) =>
          client.positions.sendCollateral(position.id, { quantity }, options),
        )
      }}
      write={write}
      done={({ id }) => (
        <p>
          Instructed.{' '}
          <Link to="/transfers/$transferId" params={{ transferId: id }}>
            The transfer
          </Link>
        </p>
      )}
      close={close}
    >
      <Field label={`Quantity in ${asset}`}>
        {(id) => (
          <>
            <input
              id={id}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              aria-invalid={fault !== undefined}
              aria-describedby={`${id}-fault`}
              onChange={({ target }) => {
                setText(target.value)
              }}
            />
            <p id={`${id}-fault`} className={form['fault']}>
              {fault}
            </p>
          </>
        )}
      </Field>
      {isLender && (
        <p>
          At most{' '}
          <Figure
            value={most}
            unit={asset}
            missing={known === undefined ? '…' : 'unknown: there is no current price'}
          />{' '}
          leaves the requirement met.
        </p>
      )}
      <p>
        Coverage now <Figure value={position.ccr_percent} unit="%" missing="unknown" />, after{' '}
        <Figure value={coverageAfter(position, isLender, quantity)} unit="%" missing="unknown" />.
      </p>
      <p>
        Nobody has called for it, and nobody has to accept it.{' '}
        {!isLender && 'It counts once it is broadcast, and you can cancel it until then.'}
      </p>
    </ConfirmDialog>
  )
}

interface ReadQuantity {
  readonly quantity?: string
  /** Why what is typed cannot be sent. */
  readonly fault?: string
}

function readQuantity(text: string, decimals: number | undefined): ReadQuantity {
  const quantity = ungrouped(text.trim())
  if (quantity === '') return {}
  if (!quantityPattern.test(quantity) || new Decimal(quantity).isZero()) {
    return { fault: 'must be a quantity above 0, written as 1000.5' }
  }
  if (decimals !== undefined && new Decimal(quantity).decimalPlaces() > decimals) {
    return { fault: `must have at most ${decimals} decimals` }
  }
  return { quantity }
}

/** The most that the lender may send. Undefined without current prices. */
function mostOf(position: Position, decimals: number): string | undefined {
  const { current_price, collateral_price, terms } = position
  if (current_price === null || collateral_price === null) return undefined
  const requirement =
    terms.haircut === null
      ? { requirementPercent: terms.requirement_percent ?? '100' }
      : { haircut: terms.haircut }
  const { most } = mostToSend({
    position: {
      assetQuantity: position.asset_quantity,
      assetPriceUsd: current_price,
      collateralQuantity: position.collateral_quantity,
      collateralPriceUsd: collateral_price,
      returnsInTransit: position.returns_in_transit,
      disputedQuantity: position.collateral_disputed_quantity,
    },
    terms: { ...requirement, thresholdUsd: terms.threshold_usd },
    smallestUnit: new Decimal(10).pow(-decimals).toFixed(),
  })
  return formatDecimal(most)
}

/** The coverage once a quantity has settled, at the same prices. Undefined if it is not known. */
function coverageAfter(
  position: Position,
  isLender: boolean,
  quantity: string | undefined,
): string | undefined {
  const { current_price, collateral_price, collateral_quantity } = position
  if (quantity === undefined || current_price === null || collateral_price === null)
    return undefined
  const held = new Decimal(collateral_quantity)
  const after = isLender ? held.minus(quantity) : held.plus(quantity)
  if (after.isNegative()) return undefined
  const { ccrPercent } = valuePosition({
    assetQuantity: position.asset_quantity,
    assetPriceUsd: current_price,
    collateralQuantity: after.toFixed(),
    collateralPriceUsd: collateral_price,
  })
  return ccrPercent === null ? undefined : formatDecimal(ccrPercent, 2)
}
