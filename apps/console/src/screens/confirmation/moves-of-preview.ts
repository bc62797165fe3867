import type { MarkToMarketPreviewResponse, Position, ResolvedMovement } from '@vadium/client'
import { afterSettlement } from './after-settlement.ts'
import type { Moves } from '../what-moves/what-moves.tsx'

/** The transfers of the request of a preview: one, or none if nothing is due. */
export function movementsOf({
  direction,
  sender,
  receiver,
  ...due
}: MarkToMarketPreviewResponse['preview']): ResolvedMovement[] {
  if (direction === 'None') return []
  return [
    {
      leg: 'collateral',
      when: 'when_accepted',
      token: due.collateral_asset,
      quantity: due.m2m_collateral_amount,
      notional_usd: due.m2m_notional_usd,
      sender,
      receiver,
    },
  ]
}

/** What the request of a preview would move once it is accepted. */
export function movesOf(answer: MarkToMarketPreviewResponse, { terms }: Position): Moves {
  const { preview, calculation } = answer
  const after = afterSettlement(answer)
  const inputs = new Map(calculation?.inputs.map(({ name, value }) => [name, value]))
  const [asset, collateral] = [inputs.get('asset_price'), inputs.get('collateral_price')]
  const prices = asset !== undefined &&
    collateral !== undefined && {
      asset_price_usd: asset,
      collateral_price_usd: collateral,
    }
  const quantities = (held: string) => ({
    asset_quantity: preview.asset_quantity,
    collateral_quantity: held,
  })
  return {
    movements: movementsOf(preview),
    wallet_changes: [],
    rate: null,
    maturity: null,
    terms: null,
    substitution: null,
    coverage:
      after === undefined || prices === false
        ? null
        : {
            before_percent: preview.ccr_percent,
            after_percent: after.ccrPercent,
            requirement_percent: terms.requirement_percent,
            margin_call_percent: terms.margin_call_percent,
            liquidation_percent: terms.liquidation_percent,
            before: quantities(after.heldQuantity),
            after: quantities(after.collateralQuantity),
            ...prices,
          },
    asked_prices: prices === false ? null : prices,
  }
}
