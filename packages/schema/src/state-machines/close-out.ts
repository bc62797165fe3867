import { stateMachine } from './state-machine.ts'

export const closeOutStates = stateMachine({
  id: 'close_out',
  title: 'Close-out',
  initial: 'NOTICE',
  states: {
    NOTICE: 'A default is declared. It can be terminated from its time on.',
    CLOSING_OUT:
      'Terminated: the prices are fixed. It waits for transfers that count, is then booked, and sends back what is not kept.',
    CLAIM_OPEN: 'Terminated, and a residual claim of the declarer is unpaid.',
    SETTLED: 'Nothing is owed any more.',
    CURED: 'The fact no longer holds.',
    WITHDRAWN: 'Withdrawn by the declarer, or ended by what happened to the deal or by its time.',
  },
  transitions: [
    {
      action: 'withdraw',
      from: ['NOTICE'],
      to: 'WITHDRAWN',
      by: ['creator'],
      description: 'The declarer withdraws the notice.',
    },
    {
      action: 'cure',
      from: ['NOTICE'],
      to: 'CURED',
      by: ['service'],
      description:
        'The fact does not hold when the service checks it: when a transfer of the deal arrives, when its alert ends, and hourly.',
    },
    {
      action: 'lapse',
      from: ['NOTICE'],
      to: 'WITHDRAWN',
      by: ['service'],
      description:
        'The order has closed, another close-out of it was terminated, or 30 days have passed since it could first be terminated.',
    },
    {
      action: 'terminate',
      from: ['NOTICE'],
      to: 'CLOSING_OUT',
      by: ['creator'],
      description:
        'Fixes the prices. Transfers that are on their way count if they arrive in time; the cancellation of all others is requested. Once none that counts is under way, books what is kept, and instructs the transfer of what goes back.',
    },
    {
      action: 'terminate_part',
      from: ['NOTICE'],
      to: 'SETTLED',
      by: ['creator'],
      description:
        'The operation `terminate`, where the terms ask for no more than what restores the requirement: books what is kept and what need not be returned any more. The deal goes on with the rest.',
    },
    {
      action: 'retry',
      from: ['CLOSING_OUT'],
      to: 'CLOSING_OUT',
      by: ['creator', 'counterparty'],
      description: 'Instructs the failed transfers of what goes back again.',
    },
    {
      action: 'receive',
      from: ['CLOSING_OUT'],
      to: 'SETTLED',
      by: ['counterparty'],
      description: 'The party in default has received what goes back outside of the service.',
    },
    {
      action: 'claim',
      from: ['CLOSING_OUT'],
      to: 'CLAIM_OPEN',
      by: ['service'],
      description: 'Booked: all is kept, and it does not cover the claim.',
    },
    {
      action: 'settle',
      from: ['CLOSING_OUT'],
      to: 'SETTLED',
      by: ['service'],
      description: 'Booked: what goes back has arrived, or nothing goes back and no claim is left.',
    },
    {
      action: 'discharge',
      from: ['CLAIM_OPEN'],
      to: 'SETTLED',
      by: ['creator'],
      description: 'The declarer was paid outside of the service, or waives the residual claim.',
    },
  ],
})
