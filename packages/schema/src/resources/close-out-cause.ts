import { enumeration } from '../enumeration.ts'

/** What may be declared. */
export const closeOutCauses = ['LIQUIDATION_LEVEL'] as const
export type CloseOutCause = (typeof closeOutCauses)[number]

export const CloseOutCauseName = enumeration(closeOutCauses, {
  title: 'CloseOutCause',
  description:
    'LIQUIDATION_LEVEL: the coverage has stayed at or below the liquidation level for `liquidation_confirm_seconds` of the terms, and is there now. The borrower is in default.',
})
