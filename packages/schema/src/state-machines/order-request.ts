import { stateMachine } from './state-machine.ts'

export const orderRequestStates = stateMachine({
  id: 'order_request',
  title: 'Order request',
  initial: 'PENDING',
  states: {
    PENDING: 'Awaits the answer of the counterparty.',
    ACCEPTED:
      'Accepted. The return of the asset or the new collateral is instructed, or the new rate awaits its day.',
    IN_PROGRESS:
      'The asset is under way back to the lender, and the collateral follows. Or the collateral is being exchanged.',
    COMPLETED: 'The request is carried out in full.',
    REJECTED: 'Rejected by the counterparty.',
    CANCELLED:
      'Withdrawn, cancelled before anything was sent back, or ended by the close of the order, its cancellation or a close-out. Or the old collateral has stayed, and nothing of the new is left.',
    EXPIRED: 'The time to answer passed without an answer.',
  },
  transitions: [
    {
      action: 'accept',
      from: ['PENDING'],
      to: 'ACCEPTED',
      by: ['counterparty', 'service'],
      description:
        'Instructs the return of the asset or the new collateral, or agrees to the new rate, the newest terms or the later maturity. Returning the whole asset closes the order. The service accepts what a borrower under notice of a default offers to return.',
    },
    {
      action: 'reject',
      from: ['PENDING'],
      to: 'REJECTED',
      by: ['counterparty'],
      description: 'Rejects the request in full.',
    },
    {
      action: 'cancel',
      from: ['PENDING'],
      to: 'CANCELLED',
      by: ['creator'],
      description: 'Withdraws the request before an answer.',
    },
    {
      action: 'cancel',
      from: ['ACCEPTED', 'IN_PROGRESS'],
      to: 'CANCELLED',
      by: ['creator', 'counterparty'],
      description: 'Cancels a request whose asset transfer failed, was rejected or was cancelled.',
    },
    {
      action: 'call_off',
      from: ['ACCEPTED', 'IN_PROGRESS'],
      to: 'IN_PROGRESS',
      by: ['creator', 'counterparty'],
      description:
        'Ends a substitution that is not decided: the old collateral stays, and what has come of the new is sent back.',
    },
    {
      action: 'keep',
      from: ['ACCEPTED', 'IN_PROGRESS'],
      to: 'IN_PROGRESS',
      by: ['service'],
      description:
        'Decides that the old collateral stays: the new one failed, is late or does not meet the requirement, or a default was declared. What has come of the new is sent back.',
    },
    {
      action: 'switch',
      from: ['IN_PROGRESS'],
      to: 'IN_PROGRESS',
      by: ['service'],
      description:
        'Decides that the new collateral, which has arrived and meets the requirement, replaces the old, which is sent back.',
    },
    {
      action: 'expire',
      from: ['PENDING'],
      to: 'EXPIRED',
      by: ['service'],
      description: 'The time to answer has passed.',
    },
    {
      action: 'lapse',
      from: ['PENDING', 'ACCEPTED', 'IN_PROGRESS'],
      to: 'CANCELLED',
      by: ['service'],
      description:
        'The order closes, which ends an unanswered request, and a new rate whose day has not come. Or the close that carries out the request was cancelled, or a close-out of the deal was terminated; with a transfer under way, once that has ended and not all has arrived. Or the old collateral has stayed in a substitution, and nothing of the new is under way or held any more.',
    },
    {
      action: 'start',
      from: ['ACCEPTED'],
      to: 'IN_PROGRESS',
      by: ['service'],
      description: 'The custodian has accepted the first transfer.',
    },
    {
      action: 'retry',
      from: ['IN_PROGRESS'],
      to: 'IN_PROGRESS',
      by: ['creator', 'counterparty'],
      description:
        'Instructs the transfers that failed, were rejected or were cancelled again, but not a transfer of the asset whose cancellation was requested. Of a substitution, only what is to be sent back.',
    },
    {
      action: 'complete',
      from: ['ACCEPTED', 'IN_PROGRESS'],
      to: 'COMPLETED',
      by: ['service'],
      description:
        'Everything has arrived, the day of the new rate has come, or the newest terms or the later maturity apply. Of a substitution, the old collateral has arrived.',
    },
  ],
})
