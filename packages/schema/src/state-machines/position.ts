import { stateMachine } from './state-machine.ts'

export const positionStates = stateMachine({
  id: 'position',
  title: 'Position',
  initial: 'OPENING',
  states: {
    OPENING: 'Born at the acceptance of its order; not all has arrived.',
    ACTIVE: 'The asset is lent and the collateral pledged.',
    CLOSING: 'Everything is on its way back.',
    CLOSED: 'Nothing is lent and nothing pledged any more.',
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
      description: 'The opening was given up before anything had arrived.',
    },
    {
      action: 'close',
      from: ['OPENING', 'ACTIVE'],
      to: 'CLOSING',
      by: ['lender', 'borrower'],
      description: 'The order closes, or its opening is unwound.',
    },
    {
      action: 'settle',
      from: ['CLOSING'],
      to: 'CLOSED',
      by: ['service'],
      description: 'Everything that was to go back has arrived.',
    },
  ],
})
