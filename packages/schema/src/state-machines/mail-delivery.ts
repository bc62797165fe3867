import { stateMachine } from './state-machine.ts'

export const mailDeliveryStates = stateMachine({
  id: 'mail_delivery',
  title: 'Mail delivery',
  initial: 'QUEUED',
  states: {
    QUEUED: 'Attempts continue for a day.',
    SENT: 'A mail server took charge of the mail. No more is proven.',
    REFUSED: 'The mail server refused the address or the message for good.',
    NOT_SENT:
      'No attempt succeeded within a day, or the mail was not to be sent any more; the error says why.',
  },
  transitions: [
    {
      action: 'send',
      from: ['QUEUED'],
      to: 'SENT',
      by: ['service'],
      description: 'The mail server answered with success after the whole message.',
    },
    {
      action: 'refuse',
      from: ['QUEUED'],
      to: 'REFUSED',
      by: ['service'],
      description:
        'The mail server answered 5xx to the recipient or to the message, for a reason that is no fault of the service.',
    },
    {
      action: 'end',
      from: ['QUEUED'],
      to: 'NOT_SENT',
      by: ['service'],
      description:
        'The time for attempts has passed, the address is not to get the mail any more, or too many waited.',
    },
  ],
})
