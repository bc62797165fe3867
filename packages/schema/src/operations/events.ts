import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageSizeDefault, pageSizeMax } from '../paging.ts'
import { Moved } from '../resources/moved.ts'
import { Event, EventPosition, eventTypeNames, streamParameters } from '../resources/event.ts'

const filters = {
  type: Type.Optional(
    enumeration(eventTypeNames, { description: 'Only events of this type. Default: all.' }),
  ),
}

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  summary: 'Read the event log',
  description:
    "Lists the events of the caller's organization in the order of their commits, oldest first. With a `type` filter, a page may be empty although more events follow. The end of the log is reached when `next` equals `after`.",
  command: ['events', 'list'],
  group: 'events',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      ...filters,
      after: Type.Optional(
        described(
          EventPosition,
          'Only events after this event cursor. Default: all stored events.',
        ),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: pageSizeMax,
          description: `The largest number of events, 1 to ${pageSizeMax}. Default: ${pageSizeDefault}.`,
          examples: [pageSizeDefault],
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.Object(
    {
      events: Type.Array(Event, { description: 'The events, oldest first.' }),
      next: described(EventPosition, 'The event cursor to send as `after` in the next call.'),
      reset: Type.Boolean({
        description:
          'Whether events after the cursor have been deleted. If true, read the resources again and continue after `next`.',
      }),
    },
    { title: 'EventList', additionalProperties: false },
  ),
  reasons: ['EVENT_POSITION_INVALID'],
})

export const streamEvents = operation({
  id: 'streamEvents',
  method: 'GET',
  path: '/events:stream',
  summary: 'Stream the event log',
  description: 'Streams the event log as server-sent events, from now on or after an event cursor.',
  command: ['events', 'tail'],
  group: 'events',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      ...filters,
      ...streamParameters,
      moved: Type.Optional(
        Type.Boolean({
          description:
            'Whether the stream also has frames of the event type `moved`, without an id, at most one a second: they name what figures rest on and has moved. The first one names all of it. Default: false.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Event,
  streams: true,
  frames: { moved: Moved },
  reasons: ['EVENT_POSITION_INVALID'],
})
