import { stateMachine } from './state-machine.ts'

export const positionStates = stateMachine({
  id: 'position',
  title: 'Position',
  initial: 'OPENING',
  states: {
    OPENING: 'Created by the acceptance of its order. The opening transfers are under way.',
    ACTIVE: 'The asset is lent and the collateral pledged.',
    CLOSING: 'The asset and the collateral are being sent back.',
    CLOSED: 'Nothing is lent or pledged any more.',
  },
  transitions: [
    {
      action: 'activate',
      from: ['OPENING'],
      to: 'ACTIVE',
      by: ['service'],
      description: 'Both opening transfers have completed.',
    },
    {
      action: 'abandon',
      from: ['OPENING'],
      to: 'CLOSED',
      by: ['lender', 'borrower'],
      description: 'The opening was cancelled before anything had arrived.',
    },
    {
      action: 'close',
      from: ['OPENING', 'ACTIVE'],
      to: 'CLOSING',
      by: ['lender', 'borrower', 'service'],
      description: 'The order closes or is closed out, or its opening is unwound.',
    },
    {
      action: 'resume',
      from: ['CLOSING'],
      to: 'ACTIVE',
      by: ['service'],
      description: 'The close of the order was cancelled, and none of the asset has moved.',
    },
    {
      action: 'settle',
      from: ['CLOSING'],
      to: 'CLOSED',
      by: ['service'],
      description: 'All returns have arrived, or the rest after a close-out.',
    },
  ],
})
