import {
  formatDecimal,
  liquidationReached,
  marginCall,
  marginCallReached,
  roundHalfEven,
  valuePosition,
  type Position,
  type RevaluationInputs,
  type RevaluedPosition,
  type BlockReason,
} from '../src/index.ts'

/** The expected result of revalue, computed by the functions for one position. */
export const revaluedInDecimals = (
  { position, terms, marginCallPercent, liquidationPercent }: RevaluationInputs,
  prices: Pick<Position, 'assetPriceUsd' | 'collateralPriceUsd'>,
): RevaluedPosition => {
  const valuation = valuePosition({ ...position, ...prices })
  const call = marginCall(valuation, terms)
  const reasons: BlockReason[] = []
  if (call.direction === 'None') reasons.push('NOTHING_DUE')
  else {
    if (!call.minimumReached) reasons.push('BELOW_MINIMUM_NOTIONAL')
    if (call.collateralAmount.isZero()) reasons.push('ROUNDS_TO_ZERO')
    if (!call.levelReached) {
      reasons.push(call.direction === 'TopUp' ? 'ABOVE_MARGIN_CALL_LEVEL' : 'BELOW_RELEASE_LEVEL')
    }
  }
  const { ltvPercent, ccrPercent } = valuation
  return {
    assetNotionalUsd: formatDecimal(roundHalfEven(valuation.assetNotionalUsd, '0.01'), 2),
    collateralValueUsd: formatDecimal(roundHalfEven(valuation.collateralValueUsd, '0.01'), 2),
    ltvPercent: ltvPercent === null ? null : formatDecimal(ltvPercent, 2),
    ccrPercent: ccrPercent === null ? null : formatDecimal(ccrPercent, 2),
    marginCallReached: marginCallPercent != null && marginCallReached(valuation, marginCallPercent),
    liquidationReached:
      liquidationPercent != null && liquidationReached(valuation, liquidationPercent),
    direction: call.direction,
    m2mNotionalUsd: formatDecimal(call.notionalUsd, 2),
    m2mCollateralAmount: formatDecimal(call.collateralAmount),
    minimumReached: call.minimumReached,
    ready: reasons.length === 0,
    reasons,
  }
}
