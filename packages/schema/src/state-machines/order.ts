import { stateMachine } from './state-machine.ts'

/** A side names other wallets as long as a transfer of the deal can still be instructed. */
const walletChanges = (['ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING'] as const).map((state) => ({
  action: 'change_wallets' as const,
  from: [state],
  to: state,
  by: ['lender', 'borrower'] as const,
  description: 'Names other wallets of this side, for transfers that are not instructed yet.',
}))

export const orderStates = stateMachine({
  id: 'order',
  title: 'Order',
  initial: 'PENDING_ACCEPTANCE',
  states: {
    PENDING_ACCEPTANCE: 'Awaits the answer of the counterparty.',
    ACCEPTED: 'Accepted. The terms are copied and the opening transfers are instructed.',
    OPENING: 'The opening transfers of the asset and the collateral are under way.',
    ACTIVE: 'The asset and the collateral have arrived.',
    CLOSING: 'The asset is sent back, then its interest is paid, then the collateral is sent back.',
    CLOSED: 'Everything has been sent back.',
    CLOSED_OUT: 'Ended by a close-out.',
    REJECTED: 'Rejected by the counterparty.',
    CANCELLED: 'Withdrawn by the creator before an answer.',
    EXPIRED: 'The time to answer passed without an answer.',
    FAILED: 'The opening was cancelled before anything had arrived.',
  },
  transitions: [
    {
      action: 'accept',
      from: ['PENDING_ACCEPTANCE'],
      to: 'ACCEPTED',
      by: ['counterparty'],
      description:
        'Copies the terms in effect, creates the position and instructs both opening transfers.',
    },
    {
      action: 'reject',
      from: ['PENDING_ACCEPTANCE'],
      to: 'REJECTED',
      by: ['counterparty'],
      description: 'Rejects the order in full.',
    },
    {
      action: 'cancel',
      from: ['PENDING_ACCEPTANCE'],
      to: 'CANCELLED',
      by: ['creator'],
      description: 'Withdraws the order before an answer.',
    },
    {
      action: 'expire',
      from: ['PENDING_ACCEPTANCE'],
      to: 'EXPIRED',
      by: ['service'],
      description: 'The time to answer has passed.',
    },
    {
      action: 'open',
      from: ['ACCEPTED'],
      to: 'OPENING',
      by: ['service'],
      description: 'The custodian has accepted the first opening transfer.',
    },
    {
      action: 'activate',
      from: ['OPENING'],
      to: 'ACTIVE',
      by: ['service'],
      description: 'Both opening transfers have completed.',
    },
    {
      action: 'retry',
      from: ['OPENING'],
      to: 'OPENING',
      by: ['lender', 'borrower'],
      description: 'Instructs the failed opening transfers again.',
    },
    {
      action: 'abandon',
      from: ['OPENING'],
      to: 'FAILED',
      by: ['lender', 'borrower'],
      description: 'Cancels an opening of which nothing has arrived and nothing is under way.',
    },
    {
      action: 'unwind',
      from: ['OPENING'],
      to: 'CLOSING',
      by: ['lender', 'borrower'],
      description: 'Cancels an opening of which one side has arrived, and sends it back.',
    },
    {
      action: 'close',
      from: ['ACTIVE'],
      to: 'CLOSING',
      by: ['borrower', 'service'],
      description:
        'Instructs the return of the asset to the lender. When it has arrived, the interest is paid, and then the collateral is sent back. The service closes the order at its maturity.',
    },
    {
      action: 'retry',
      from: ['CLOSING'],
      to: 'CLOSING',
      by: ['lender', 'borrower'],
      description:
        'Instructs the first missing step again. After a cancelled opening, instructs all failed transfers again.',
    },
    {
      action: 'retry',
      from: ['ACTIVE'],
      to: 'ACTIVE',
      by: ['lender', 'borrower'],
      description:
        'Instructs the interest again that was due on the first of the month, if it is paid every month.',
    },
    ...walletChanges,
    {
      action: 'cancel_close',
      from: ['CLOSING'],
      to: 'CLOSING',
      by: ['lender', 'borrower'],
      description:
        'Requests that a close is cancelled before it has returned the asset: by the borrower, or by the lender once the transfer of the asset is late; after an accepted recall by the lender only; at or after the maturity by the lender only, once the transfer of the asset is late or has failed.',
    },
    {
      action: 'resume',
      from: ['CLOSING'],
      to: 'ACTIVE',
      by: ['service'],
      description: 'The close was cancelled, and none of the asset has moved.',
    },
    {
      action: 'settle',
      from: ['CLOSING'],
      to: 'CLOSED',
      by: ['service'],
      description: 'All returns have arrived.',
    },
    {
      action: 'close_out',
      from: ['ACTIVE'],
      to: 'CLOSING',
      by: ['lender', 'borrower'],
      description: 'A close-out of the order was terminated.',
    },
    {
      action: 'settle_close_out',
      from: ['CLOSING'],
      to: 'CLOSED_OUT',
      by: ['service'],
      description: 'The close-out has kept its part, and the rest has arrived.',
    },
  ],
})
