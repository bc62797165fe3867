import type { MarkToMarketPreviewResponse, Position } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { positionSinceQuery } from '../../service/preview-queries.ts'
import { useRead } from '../../service/read.ts'

/**
 * The position as it is now, where its prices or its amount are not those of the preview. Undefined
 * while they agree. It is read after the preview, so it is never the older of the two.
 */
export function useMovedSince(
  positionId: string,
  answer: MarkToMarketPreviewResponse,
): Position | undefined {
  const calculationId = answer.calculation?.calculation_id
  const now = useRead(positionSinceQuery, { positionId, calculationId }).data
  if (now === undefined) return undefined
  const hasMoved =
    pricesMoved(answer, now).length > 0 ||
    amounts.some((member) => now[member] !== answer.preview[member])
  return hasMoved ? now : undefined
}

const amounts = ['m2m_collateral_amount', 'm2m_notional_usd'] as const

interface MovedPrice {
  readonly asset: string
  readonly then: string
  readonly now: string
}

/** The prices of the deal that are others by now. */
function pricesMoved(
  { calculation }: MarkToMarketPreviewResponse,
  { asset, collateral_asset: collateral, current_price, collateral_price }: Position,
): readonly MovedPrice[] {
  const then = (input: string) => calculation?.inputs.find(({ name }) => name === input)?.value
  const prices = [
    { asset, then: then('asset_price'), now: current_price },
    { asset: collateral, then: then('collateral_price'), now: collateral_price },
  ]
  return prices.flatMap(({ asset: symbol, then: before, now }) =>
    before === undefined || now === null || before === now
      ? []
      : [{ asset: symbol, then: before, now }],
  )
}

interface Compared {
  readonly answer: MarkToMarketPreviewResponse
  readonly now: Position
}

/** Says that the figures above are not those of now. They stay until the person asks for others. */
export function MovedSince({ answer, now }: Compared) {
  const prices = pricesMoved(answer, now)
  return (
    <p>
      {prices.map(({ asset, then, now: price }) => (
        <span key={asset}>
          <strong>{asset}</strong> moved since these figures: <Figure value={then} /> →{' '}
          <Figure value={price} unit="USD" />.{' '}
        </span>
      ))}
      {prices.length === 0 && <>The amount is another one since these figures. </>}
      <AmountNow {...{ answer, now }} />
    </p>
  )
}

function AmountNow({ answer: { preview }, now }: Compared) {
  if (now.m2m_direction === null) return <>No amount can be computed now: a price is missing.</>
  if (now.m2m_direction === 'None') return <>Nothing is due now.</>
  const isOtherWay = now.m2m_direction !== preview.direction
  return (
    <>
      {isOtherWay && 'The other side would send now. '}
      Amount now: <Figure value={now.m2m_collateral_amount} unit={now.collateral_asset} /> (
      <Figure value={now.m2m_notional_usd} unit="USD" />
      ).
    </>
  )
}
