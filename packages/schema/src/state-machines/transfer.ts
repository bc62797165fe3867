import { stateMachine } from './state-machine.ts'

/** The transfer keeps its state until its custodian has answered. */
const requestCancellation = <const State extends string>(state: State) =>
  ({
    action: 'ask_to_cancel',
    from: [state],
    to: state,
    by: ['lender', 'borrower', 'service'],
    description:
      'Requests the cancellation at the custodian, which answers whether it was too late. The service requests that of transfers that do not count in a close-out, of voluntary ones when a close begins, and of new collateral for which the old one stays.',
  }) as const

const requestCancellationOfLate = <const State extends string>(state: State) =>
  ({
    action: 'ask_to_cancel_late',
    from: [state],
    to: state,
    by: ['receiver'],
    description:
      'Requests the cancellation of a late transfer at the custodian. The custodian answers whether it was too late.',
  }) as const

export const transferStates = stateMachine({
  id: 'transfer',
  title: 'Transfer',
  initial: 'PENDING',
  states: {
    PENDING: 'Created, and not yet accepted by the custodian.',
    IN_PROGRESS: 'The custodian is carrying out the transfer.',
    COMPLETED: 'The quantity has moved.',
    FAILED: 'The custodian could not carry out the transfer. Nothing has moved.',
    REJECTED: 'The custodian, or an approver there, rejected the transfer. Nothing has moved.',
    CANCELLED: 'The transfer was cancelled. Nothing has moved.',
  },
  transitions: [
    {
      action: 'submit',
      from: ['PENDING'],
      to: 'IN_PROGRESS',
      by: ['service'],
      description: 'The custodian has accepted the instruction.',
    },
    {
      action: 'complete',
      from: ['IN_PROGRESS'],
      to: 'COMPLETED',
      by: ['custodian'],
      description: 'The custodian reports that the quantity has moved.',
    },
    {
      action: 'fail',
      from: ['PENDING', 'IN_PROGRESS'],
      to: 'FAILED',
      by: ['custodian'],
      description: 'The custodian reports that the transfer has failed.',
    },
    {
      action: 'reject',
      from: ['PENDING', 'IN_PROGRESS'],
      to: 'REJECTED',
      by: ['custodian'],
      description: 'The custodian reports that the transfer was refused.',
    },
    requestCancellation('PENDING'),
    requestCancellation('IN_PROGRESS'),
    requestCancellationOfLate('PENDING'),
    requestCancellationOfLate('IN_PROGRESS'),
    {
      action: 'cancel',
      from: ['PENDING', 'IN_PROGRESS'],
      to: 'CANCELLED',
      by: ['custodian', 'service'],
      description: 'The custodian reports the cancellation, or the transfer was never sent.',
    },
  ],
})
