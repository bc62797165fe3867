import { postChatMessage, sendCollateral, setCalendar } from '@vadium/schema'
import type { Presentation } from './presentation.ts'

/** How commands of a desk are used whose answers have the plain form. */
export const deskCommands: readonly Presentation[] = [
  {
    operation: setCalendar,
    examples: [
      'vadium calendars set england-and-wales.ics --id london --name "London bank holidays" --last-day 2027-12-31',
      'vadium calendars set days.csv --id target --name "TARGET closing days" --last-day 2027-12-31',
      'vadium calendars set london.json --new-version 2',
    ],
    notes: ['With a file, no --holidays is needed, and a flag comes before a member of JSON.'],
  },
  {
    operation: postChatMessage,
    examples: [
      "vadium chats post 1042 'We send the top-up before noon.'",
      'vadium chats post 1042 - < message.txt',
    ],
  },
  {
    operation: sendCollateral,
    examples: ['vadium positions send-collateral 1042 --quantity 2.5'],
    notes: [
      'Nobody is asked, and the receiver is notified once it has arrived. `vadium transfers cancel`',
      'takes it back until it is broadcast.',
    ],
  },
]
