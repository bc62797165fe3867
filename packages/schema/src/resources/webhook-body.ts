import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { enumeration } from '../enumeration.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import { Event, EventPosition, type EventType, eventTypeNames, eventTypes } from './event.ts'
import { webhookTestType } from './webhook.ts'

const { organization_id, ...ofTypes } = Event.properties.data.properties
const dataMembers: Readonly<Record<string, TSchema>> = ofTypes

/** The data of an event type: the organization, and the member that its description names. */
function dataOf(type: EventType): TObject {
  const named = [...eventTypes[type].matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
  const isOneOf = named.length > 1
  const own = named.map((name) => {
    const member = dataMembers[name]
    if (member === undefined) throw new Error(`The data of ${type} has no member ${name}.`)
    return [name, Type.Optional(member, isOneOf)] as const
  })
  return Type.Object(
    { organization_id, ...Object.fromEntries(own) },
    { description: 'What has happened.', ...(isOneOf && { minProperties: 2 }) },
  )
}

/** `order.updated` as `OrderUpdated`. */
export const webhookName = (type: string): string =>
  type.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

const typeAndTime = (type: string) => ({
  type: enumeration([type], { description: 'The event type.' }),
  timestamp: described(Timestamp, 'When it happened.'),
})

const testBody = Type.Object(
  {
    ...typeAndTime(webhookTestType),
    data: Type.Object(
      { organization_id, webhook_endpoint_id: described(Uuid, 'The endpoint of the test.') },
      { description: 'Where the test was sent.' },
    ),
  },
  { title: `${webhookName(webhookTestType)}Webhook`, description: 'A test, without an event.' },
)

/** The bodies of webhooks with the format `events`, by their event types. */
export const webhookBodies: ReadonlyMap<string, TObject> = new Map<string, TObject>([
  ...eventTypeNames.map((type) => {
    const id = described(EventPosition, 'The event cursor, for `after` of GET /events.')
    const body = Type.Object(
      { id, ...typeAndTime(type), data: dataOf(type) },
      { title: `${webhookName(type)}Webhook`, description: eventTypes[type] },
    )
    return [type, body] as const
  }),
  [webhookTestType, testBody],
])
