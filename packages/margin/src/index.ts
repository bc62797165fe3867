export { accrue, type AccrualInputs, type DayCount } from './accrual.ts'
export { agreedCollateral, type AgreedCollateralInputs } from './agreed-collateral.ts'
export {
  type BusinessCalendar,
  dayAfter,
  followingBusinessDay,
  isBusinessDay,
} from './business-day.ts'
export {
  compilePosition,
  type CompiledPosition,
  type RevaluationInputs,
} from './bulk/compile-position.ts'
export { compilePrices, type CompiledPrices } from './bulk/compile-prices.ts'
export { previewFigures, type UnexplainedPreview } from './bulk/preview-figures.ts'
export { revalue, type RevaluedPosition, type BlockReason } from './bulk/revalue.ts'
export { calculatePreview, type CalculatedPreview } from './calculate-preview.ts'
export {
  FORMULA_VERSIONS,
  type Calculation,
  type CalculationInput,
  type CalculationReason,
  type CalculationStep,
  type FormulaVersion,
  type InputName,
  type PreviewFigures,
  type StepName,
  type TriggerPrice,
} from './calculation.ts'
export {
  callSet,
  type CallSet,
  type CallSetDeal,
  type CallSetInputs,
  type CallSetReason,
} from './call-set/call-set.ts'
export {
  verifyCallSet,
  type CallSetVerification,
  type ClaimedCallSet,
} from './call-set/verify-call-set.ts'
export { closeOut } from './close-out/close-out.ts'
export type { CloseOutPriceSource, CloseOutSide } from './close-out/close-out-context.ts'
export {
  type CloseOutCollateralInputs,
  type CloseOutInputs,
  collateralSuffix,
} from './close-out/close-out-inputs.ts'
export {
  CLOSE_OUT_VERSION,
  type CloseOutCalculation,
  type CloseOutCollateral,
  type CloseOutInterestPeriod,
  type CloseOutKept,
  type CloseOutScope,
  type CloseOutStatement,
} from './close-out/close-out-statement.ts'
export {
  verifyCloseOut,
  type ClaimedCloseOut,
  type CloseOutVerification,
} from './close-out/verify-close-out.ts'
export {
  creditSupport,
  type CreditSupport,
  type CreditSupportInputs,
  type CreditSupportStep,
  type PostedCollateral,
} from './credit-support.ts'
export {
  Decimal,
  formatDecimal,
  FRACTION_DIGITS_MAX,
  INTEGER_DIGITS_MAX,
  parseDecimal,
  type DecimalInput,
} from './decimal.ts'
export type { Difference } from './differences.ts'
export {
  resolveDispute,
  stillStands,
  type DisputeInputs,
  type DisputeResolution,
  type DisputeTolerance,
  type DriftInputs,
} from './dispute.ts'
export {
  addExposure,
  exposureValue,
  netExposure,
  NO_EXPOSURE,
  type Exposure,
  type ExposureInputs,
} from './exposure.ts'
export {
  statedInterest,
  type StatedInterest,
  type StatedPeriod,
} from './documents/stated-interest.ts'
export {
  statedFigures,
  statedLevels,
  type StatedFigures,
  type StatedLevels,
  type StatedQuantities,
} from './documents/stated-position.ts'
export { statedRate, type StatedRate } from './documents/stated-rate.ts'
export {
  isFullStatement,
  StatementTotals,
  type AssetTotal,
  type StatedRow,
  type StatedTotals,
} from './documents/statement-totals.ts'
export { confirmedTerms } from './documents/verify-confirmation.ts'
export { verifyDocument, type DocumentVerification } from './documents/verify-document.ts'
export { conditionText, type DealSymbols } from './facts/condition-text.ts'
export { canBeInDefault, factOf } from './facts/fact-of.ts'
export type {
  AssertedDefault,
  Condition,
  ConditionName,
  DefaultCause,
  Fact,
  FactSubject,
  Ground,
  GroundName,
  Relation,
} from './facts/fact.ts'
export { ifArrived } from './facts/if-arrived.ts'
export { coveredMs } from './facts/times-that-count.ts'
export type {
  AgreedReturn,
  CalledDeal,
  CalledTogether,
  Closing,
  DealHistory,
  DealPrices,
  DefaultTerms,
  InstructedQuantity,
  InterestDue,
  Interval,
  LiquidationAlert,
  MarginRequest,
  OpenNotice,
  Recall,
  StressedDeal,
  VoluntaryTransfer,
} from './facts/stressed-deal.ts'
export {
  interestPeriods,
  payableInterest,
  totalInterest,
  type InterestChange,
  type InterestInputs,
  type InterestPeriod,
} from './interest-periods.ts'
export {
  leastCollateral,
  type LeastCollateral,
  type LeastCollateralInputs,
} from './least-collateral.ts'
export {
  limitUse,
  type CounterpartyLimitInputs,
  type LimitedDeal,
  type LimitUse,
  type UseOfLimit,
} from './limit-use.ts'
export { marginCall, type MarginCall, type MarginDirection } from './margin-call.ts'
export { MarginInputError } from './margin-input-error.ts'
export type { CollateralRequirement, MarginTerms } from './margin-terms.ts'
export {
  liquidationReached,
  marginCallReached,
  valuePosition,
  type Position,
  type PositionValuation,
} from './position-valuation.ts'
export { mostToSend, type MostToSend, type MostToSendInputs } from './most-to-send.ts'
export type { ContextInputName, PartyName } from './preview-context.ts'
export type { DecimalInputName, PreviewInput, PreviewInputs } from './preview-inputs.ts'
export { proRataRelease, type ProRataReleaseInputs } from './pro-rata-release.ts'
export { roundDown, roundHalfEven, roundUp, type RoundingMode } from './rounding.ts'
export {
  ANSWER_DAYS_MAX,
  type AnswerInputs,
  type AnswerReason,
  timeToAnswer,
  type TimeToAnswer,
} from './time-to-answer.ts'
export { transferNotional } from './transfer-notional.ts'
export {
  flagTriggerPrices,
  releaseTriggerPrices,
  topUpTriggerPrices,
  type TriggerPricePair,
} from './trigger-prices.ts'
export {
  verifyPreview,
  type ClaimedCalculation,
  type ClaimedPreview,
  type PreviewVerification,
} from './verify-preview.ts'
