import { agreementVersionStates } from './agreement-version.ts'
import { approvalStates } from './approval.ts'
import { closeOutStates } from './close-out.ts'
import { mailAddressStates } from './mail-address.ts'
import { mailDeliveryStates } from './mail-delivery.ts'
import { markToMarketRequestStates } from './mark-to-market-request.ts'
import { orderRequestStates } from './order-request.ts'
import { orderStates } from './order.ts'
import { positionStates } from './position.ts'
import { providerLifecycleStates } from './provider-lifecycle.ts'
import type { StateMachine } from './state-machine.ts'
import { transferStates } from './transfer.ts'

/** All state machines of the service, those of a deal first. */
export const stateMachines: readonly StateMachine[] = [
  agreementVersionStates,
  orderStates,
  positionStates,
  transferStates,
  providerLifecycleStates,
  markToMarketRequestStates,
  orderRequestStates,
  closeOutStates,
  approvalStates,
  mailAddressStates,
  mailDeliveryStates,
]
