import { listEvents } from '@vadium/schema'
import { printable } from '../terminal/printable.ts'
import { eventLine } from './event-line.ts'
import { documentPresentation } from './presentation.ts'

/** Events in their order, one line each, and the cursor to continue after. */
export const eventList = documentPresentation(listEvents, {
  examples: [
    'vadium events list --type order.updated',
    'vadium events tail --json | jq -r .data.change.to',
  ],
  notes: ['`vadium events tail` prints events when they happen.'],
  document: ({ events, next, reset }, { times }) => ({
    lines: [
      ...(reset ? ['Events after this cursor have been deleted. Read the resources again.'] : []),
      ...events.map((event) => eventLine(event, times)),
      `Continue with --after ${printable(next)}`,
    ],
    exitCode: 0,
  }),
})
