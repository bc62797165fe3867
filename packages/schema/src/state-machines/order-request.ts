import { stateMachine } from './state-machine.ts'

export const orderRequestStates = stateMachine({
  id: 'order_request',
  title: 'Order request',
  initial: 'PENDING',
  states: {
    PENDING: 'Awaits the answer of the other side.',
    ACCEPTED: 'Agreed; the asset is instructed to go back, or the new rate awaits its day.',
    IN_PROGRESS: 'The asset is on its way back, and after it the collateral.',
    COMPLETED: 'What was asked for is done.',
    REJECTED: 'The other side said no.',
    CANCELLED: 'Withdrawn, given up before anything came back, or overtaken by the close.',
    EXPIRED: 'Not answered in time.',
  },
  transitions: [
    {
      action: 'accept',
      from: ['PENDING'],
      to: 'ACCEPTED',
      by: ['counterparty'],
      description: 'Instructs the asset to go back; all of it is a close. A new rate is agreed on.',
    },
    {
      action: 'reject',
      from: ['PENDING'],
      to: 'REJECTED',
      by: ['counterparty'],
      description: 'The other side does not agree.',
    },
    {
      action: 'cancel',
      from: ['PENDING'],
      to: 'CANCELLED',
      by: ['creator'],
      description: 'Withdrawn before an answer.',
    },
    {
      action: 'cancel',
      from: ['ACCEPTED', 'IN_PROGRESS'],
      to: 'CANCELLED',
      by: ['creator', 'counterparty'],
      description: 'Given up, once the transfer of the asset came to nothing.',
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
      from: ['PENDING', 'ACCEPTED'],
      to: 'CANCELLED',
      by: ['service'],
      description:
        'The order closes: what nobody has answered has no object, nor, once the asset is back, a rate to come.',
    },
    {
      action: 'start',
      from: ['ACCEPTED'],
      to: 'IN_PROGRESS',
      by: ['service'],
      description: 'The first transfer is with its custodian.',
    },
    {
      action: 'retry',
      from: ['IN_PROGRESS'],
      to: 'IN_PROGRESS',
      by: ['creator', 'counterparty'],
      description: 'Instructs anew what came to nothing.',
    },
    {
      action: 'complete',
      from: ['ACCEPTED', 'IN_PROGRESS'],
      to: 'COMPLETED',
      by: ['service'],
      description: 'Everything has arrived; or the day of the new rate has come.',
    },
  ],
})
