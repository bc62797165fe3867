import { listEvents } from '@vadium/schema'
import { printable } from '../printable.ts'
import { eventLine } from './event-line.ts'
import { documentPresentation } from './presentation.ts'

/** Events as they happened, a line each, and where to go on. */
export const eventList = documentPresentation(listEvents, {
  examples: [
    'vadium events list --type order.updated',
    'vadium events tail --json | jq -r .data.change.to',
  ],
  notes: ['`vadium events tail` goes on as they happen.'],
  document: ({ events, next, reset }) => ({
    lines: [
      ...(reset
        ? ['What came after this position is no longer kept: read anew what it told of.']
        : []),
      ...events.map(eventLine),
      `Go on with --after ${printable(next)}`,
    ],
    exitCode: 0,
  }),
})
