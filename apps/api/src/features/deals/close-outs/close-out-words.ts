import { Decimal, formatDecimal } from '@vadium/margin'
import {
  type CloseOutRecord,
  excessOf,
  excessWords,
  isSome,
  statementOf,
} from './close-out-record.ts'

/** The organization that declared, and the one in default. */
export function namesOf({ creatorId, lenderId, lenderName, borrowerName }: CloseOutRecord) {
  return creatorId === lenderId
    ? { declarer: lenderName, defaulting: borrowerName }
    : { declarer: borrowerName, defaulting: lenderName }
}

/** The figures of a close-out, in sentences. */
export function figuresWords(record: CloseOutRecord): string {
  const { declarer, defaulting } = namesOf(record)
  const { claim_usd: claim, kept, residual_claim_usd: residual, discount } = statementOf(record)
  const all = kept.map(({ asset, kept_quantity: quantity }) => `${quantity} ${asset}`).join(' and ')
  const back = excessWords(excessOf(record))
  const rest = back === '' ? ` Nothing goes back.` : ` ${back} go back to ${defaulting}.`
  const left = isSome(residual) ? ` A residual claim of ${residual} USD is left.` : ''
  return `The claim is ${claim} USD. At the price less the discount of ${discount}, ${declarer} keeps ${all}.${rest}${left}`
}

/** The figures of a termination, and until when they are provisional. */
export function terminationWords(record: CloseOutRecord): string {
  const { countedUntil } = record
  const waits =
    countedUntil === null
      ? ''
      : ` These figures are provisional: transfers that are on their way count if they arrive until ${countedUntil}.`
  return `${figuresWords(record)}${waits}`
}

/** The figures of a termination in part. `left` is the quantity that stays lent, a decimal string. */
export function partWords(record: CloseOutRecord, left: string): string {
  const { declarer, defaulting } = namesOf(record)
  const { asset, collateralAsset, collateralQuantity } = record
  const { discharged_quantity: discharged, kept, discount } = statementOf(record)
  const quantity = kept[0]?.kept_quantity ?? '0'
  const rest = formatDecimal(new Decimal(collateralQuantity).minus(quantity))
  return `At the price less the discount of ${discount}, ${declarer} keeps ${quantity} ${collateralAsset} for ${discharged} ${asset}, which ${defaulting} need not return any more. The deal goes on with ${left} ${asset} against ${rest} ${collateralAsset}.`
}
