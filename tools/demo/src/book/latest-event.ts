import type { ProviderState } from '@vadium/schema'

/** What has happened to a position last, and is not over. Quantities in units of what moves. */
export type LatestEvent =
  | { readonly kind: 'callAwaitingAnswer'; readonly amount: string; readonly notionalUsd: string }
  | { readonly kind: 'callFailed'; readonly amount: string; readonly notionalUsd: string }
  | {
      readonly kind: 'collateralInTransit'
      readonly direction: 'TopUp' | 'Release'
      readonly amount: string
      readonly notionalUsd: string
      readonly state: ProviderState
    }
  | { readonly kind: 'callDisputed'; readonly amount: string; readonly notionalUsd: string }
  | { readonly kind: 'recallInProgress'; readonly assetQuantity: string }
