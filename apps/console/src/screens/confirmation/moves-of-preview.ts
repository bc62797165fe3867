import type { MarkToMarketPreviewResponse, Position } from '@vadium/client'
import { afterSettlement } from './after-settlement.ts'
import type { Moves } from '../what-moves/what-moves.tsx'

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
    movements:
      preview.direction === 'None'
        ? []
        : [
            {
              leg: 'collateral',
              when: 'when_accepted',
              token: preview.collateral_asset,
              quantity: preview.m2m_collateral_amount,
              notional_usd: preview.m2m_notional_usd,
              sender: preview.sender,
              receiver: preview.receiver,
            },
          ],
    wallet_changes: [],
    rate: null,
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
