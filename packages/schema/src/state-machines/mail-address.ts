import { stateMachine } from './state-machine.ts'

export const mailAddressStates = stateMachine({
  id: 'mail_address',
  title: 'Mail address',
  initial: 'UNVERIFIED',
  states: {
    UNVERIFIED: 'A code was sent to it. Nothing else is sent.',
    ACTIVE: 'Notifications are sent to it.',
    SUSPENDED:
      'Nothing is sent: the mail server refused the address three times in a row, or the account has no valid credential any more.',
    DELETED: 'The address is erased. Its deliveries are kept.',
  },
  transitions: [
    {
      action: 'verify',
      from: ['UNVERIFIED', 'SUSPENDED'],
      to: 'ACTIVE',
      by: ['holder'],
      description: 'The code that was sent to the address was entered.',
    },
    {
      action: 'suspend',
      from: ['ACTIVE'],
      to: 'SUSPENDED',
      by: ['service'],
      description:
        'The mail server refused the address three times in a row for good, or the last credential of the account has ended.',
    },
    {
      action: 'delete',
      from: ['UNVERIFIED', 'ACTIVE', 'SUSPENDED'],
      to: 'DELETED',
      by: ['holder'],
      description:
        'Erases the address, after a last mail if it was verified. An admin may delete each address of the organization.',
    },
    {
      action: 'expire',
      from: ['UNVERIFIED'],
      to: 'DELETED',
      by: ['service'],
      description: 'The address was not verified within a day.',
    },
  ],
})
