import { stateMachine } from './state-machine.ts'

export const agreementVersionStates = stateMachine({
  id: 'agreement_version',
  title: 'Agreement version',
  initial: 'PROPOSED',
  states: {
    PROPOSED: 'Awaits the acceptance of both sides. The version before it stays in effect.',
    ACCEPTED:
      'Accepted by both sides. It is in effect from the later of its effective time and the last acceptance, until a later version is in effect.',
    EXPIRED:
      'Not accepted by both sides in time, replaced by a newer proposal, or withdrawn. It never takes effect.',
  },
  transitions: [
    {
      action: 'accept',
      from: ['PROPOSED'],
      to: 'ACCEPTED',
      by: ['lender', 'borrower'],
      description:
        'An admin accepts the terms for one side. The version is PROPOSED until both sides have accepted it.',
    },
    {
      action: 'withdraw',
      from: ['PROPOSED'],
      to: 'EXPIRED',
      by: ['lender', 'borrower'],
      description: 'An admin of the side that proposed the version withdraws it.',
    },
    {
      action: 'expire',
      from: ['PROPOSED'],
      to: 'EXPIRED',
      by: ['service'],
      description: 'The time to accept has passed, or a newer version was proposed.',
    },
  ],
})
