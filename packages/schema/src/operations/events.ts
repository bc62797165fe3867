import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageSizeDefault, pageSizeMax } from '../paging.ts'
import { Event, EventPosition, eventTypeNames, streamParameters } from '../resources/event.ts'

const filters = {
  type: Type.Optional(
    enumeration(eventTypeNames, { description: 'Only events of this kind. All unless given.' }),
  ),
}

export const listEvents = operation({
  id: 'listEvents',
  method: 'GET',
  path: '/events',
  summary: 'Read the event log',
  description:
    'What happened and concerns the organization of the caller, in the order in which it was committed, the oldest first. Of one kind, a page may be empty though more follow: the end is reached where `next` is what `after` was.',
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
          'Only what came after this position. All that is kept unless given.',
        ),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: pageSizeMax,
          description: `How many at the most, 1 to ${pageSizeMax}; ${pageSizeDefault} unless given.`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  response: Type.Object(
    {
      events: Type.Array(Event),
      next: described(EventPosition, 'Where to go on: the `after` of the next call.'),
      reset: Type.Boolean({
        description:
          'What came after the position is no longer kept: read the resources anew, and go on after `next`.',
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
  description:
    'The same log as server-sent events, as they are committed, from now on or after a position.',
  command: ['events', 'tail'],
  group: 'events',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      ...filters,
      ...streamParameters,
    },
    { additionalProperties: false },
  ),
  response: Event,
  streams: true,
  reasons: ['EVENT_POSITION_INVALID'],
})
