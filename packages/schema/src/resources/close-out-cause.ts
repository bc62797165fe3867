import { enumeration } from '../enumeration.ts'

/** What may be declared. */
export const closeOutCauses = [
  'UNMET_CALL',
  'LIQUIDATION_LEVEL',
  'MISSED_RETURN',
  'MISSED_INTEREST',
] as const
export type CloseOutCause = (typeof closeOutCauses)[number]

export const CloseOutCauseName = enumeration(closeOutCauses, {
  title: 'CloseOutCause',
  description:
    'UNMET_CALL: collateral is due, and a call of it has no answer, is late, or has been in dispute for `dispute_time_seconds`. Its sender is in default. LIQUIDATION_LEVEL: the coverage has stayed at or below the liquidation level for `liquidation_confirm_seconds` of the terms, and is there now. The borrower is in default. MISSED_RETURN: the asset of a return, a recall, a close or a maturity has not come back in time, or the collateral that follows it has not. Its sender is in default. MISSED_INTEREST: interest that was due is late. The borrower is in default.',
})
