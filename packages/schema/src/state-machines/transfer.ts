import { stateMachine } from './state-machine.ts'

/** It stays where it is until its custodian has answered. */
const askToCancel = <const State extends string>(state: State) =>
  ({
    action: 'ask_to_cancel',
    from: [state],
    to: state,
    by: ['lender', 'borrower'],
    description: 'The custodian is to give it up, and says whether that was too late.',
  }) as const

export const transferStates = stateMachine({
  id: 'transfer',
  title: 'Transfer',
  initial: 'PENDING',
  states: {
    PENDING: 'Decided, and not yet with the custodian.',
    IN_PROGRESS: 'The custodian is at it.',
    COMPLETED: 'The quantity has moved.',
    FAILED: 'The custodian could not carry it out; nothing has moved.',
    REJECTED: 'The custodian, or who approves there, said no; nothing has moved.',
    CANCELLED: 'Given up; nothing has moved.',
  },
  transitions: [
    {
      action: 'submit',
      from: ['PENDING'],
      to: 'IN_PROGRESS',
      by: ['service'],
      description: 'The custodian has been asked and knows it.',
    },
    {
      action: 'complete',
      from: ['IN_PROGRESS'],
      to: 'COMPLETED',
      by: ['custodian'],
      description: 'The custodian says that it has moved.',
    },
    {
      action: 'fail',
      from: ['PENDING', 'IN_PROGRESS'],
      to: 'FAILED',
      by: ['custodian'],
      description: 'The custodian says that it has failed.',
    },
    {
      action: 'reject',
      from: ['PENDING', 'IN_PROGRESS'],
      to: 'REJECTED',
      by: ['custodian'],
      description: 'The custodian says that it was refused.',
    },
    askToCancel('PENDING'),
    askToCancel('IN_PROGRESS'),
    {
      action: 'cancel',
      from: ['PENDING', 'IN_PROGRESS'],
      to: 'CANCELLED',
      by: ['custodian', 'service'],
      description: 'The custodian says that it was given up; or it never was sent.',
    },
  ],
})
