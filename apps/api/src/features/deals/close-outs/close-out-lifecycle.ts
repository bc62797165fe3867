import {
  type CloseOut,
  closeOutStates,
  dischargeCloseOut,
  receiveCloseOut,
  retryCloseOut,
  terminateCloseOut,
  withdrawCloseOut,
} from '@vadium/schema'
import { Lifecycle } from '../lifecycle/lifecycle.ts'
import { closeOutBlockers, type CloseOutMove } from './close-out-blockers.ts'
import type { CloseOutFacts } from './close-out-facts.ts'
import type { CloseOutRecord } from './close-out-record.ts'

/** What the two sides can do with a close-out. */
export const closeOutLifecycle = new Lifecycle<
  CloseOut['status'],
  CloseOutMove,
  CloseOutRecord,
  CloseOutFacts
>({
  machine: closeOutStates,
  deadline: 'close_out',
  operations: [
    ['withdraw', withdrawCloseOut],
    ['terminate', terminateCloseOut],
    ['retry', retryCloseOut],
    ['receive', receiveCloseOut],
    ['discharge', dischargeCloseOut],
  ],
  blockers: closeOutBlockers,
})
