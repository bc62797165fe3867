import type { MarkToMarketRequest, Position } from '@vadium/client'
import { Figure } from '../../figures/figure.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import card from '../what-moves/what-moves.module.css'
import { type DisputedInput, disputedInputs, dueWith, theirValue } from './counter-valuation.ts'

const inputs = Object.keys(disputedInputs).filter((name): name is DisputedInput =>
  Object.hasOwn(disputedInputs, name),
)

/** Why an unanswered call has its amount: each input, and the amount computed from them once more. */
export function CallWhy({
  call,
  position,
}: {
  readonly call: MarkToMarketRequest
  readonly position: Position
}) {
  const { current_price: assetNow, collateral_price: collateralNow } = position
  const now: Partial<Record<DisputedInput, string | null>> = {
    asset_price: assetNow,
    collateral_price: collateralNow,
  }
  const again = dueWith(call, position)
  const dueNow =
    assetNow === null || collateralNow === null
      ? null
      : dueWith(call, position, { asset_price: assetNow, collateral_price: collateralNow })
  return (
    <>
      {again === call.notional_usd ? (
        <p className={card['equal']}>
          ✓ Amount recomputed in this browser: equal, digit for digit.
        </p>
      ) : (
        <p role="alert" className={card['unequal']}>
          With its prices and what is held now, this browser computes{' '}
          <Figure value={again} unit="USD" />. What is held may have changed since it was asked for.
        </p>
      )}
      <details>
        <summary>Why this amount</summary>
        <TableScroll name="Inputs of the amount">
          <table>
            <thead>
              <tr>
                <th>Input</th>
                <th className="number">In the request</th>
                <th className="number">Now</th>
              </tr>
            </thead>
            <tbody>
              {inputs.map((name) => (
                <tr key={name}>
                  <td className="prose">{disputedInputs[name].name}</td>
                  <td className="number">
                    <Figure value={theirValue(name, call, position)} />
                  </td>
                  <td className="number">
                    <Figure
                      value={name in now ? now[name] : theirValue(name, call, position)}
                      missing="no price"
                    />
                  </td>
                </tr>
              ))}
              <tr>
                <td className="prose">Due, USD</td>
                <td className="number">
                  <Figure value={call.notional_usd} />
                </td>
                <td className="number">
                  <Figure value={dueNow} missing="no price" />
                </td>
              </tr>
            </tbody>
          </table>
        </TableScroll>
      </details>
    </>
  )
}
