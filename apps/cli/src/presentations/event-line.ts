import {
  type AdministrativeChange,
  type ChatEntry,
  type CreatedDocument,
  Event,
  type Moved,
  type Notification,
  type StateChange,
  type TransferProgress,
} from '@vadium/schema'
import { shapeChecker } from '../schemas/answer-shape.ts'
import { printable, printableJson } from '../terminal/printable.ts'
import type { Times } from './time.ts'

const checked = shapeChecker(Event)

/**
 * An event as one line for people: its time, its type, the change and the order.
 *
 * @throws VadiumReplyError if a shown member is missing.
 */
export function eventLine(event: unknown, { whole }: Times): string {
  const { time: at, type, data } = checked(event)
  const {
    organization_id: _,
    change,
    progress,
    document,
    notification,
    entry,
    administrative_change,
    approval_change,
    ...others
  } = data
  const said =
    (change && changeWords(change)) ??
    (progress && progressWords(progress)) ??
    (document && documentWords(document)) ??
    (notification && notificationWords(notification)) ??
    (entry && entryWords(entry)) ??
    (administrative_change && administrationWords(administrative_change)) ??
    (approval_change && asJson({ approval_change })) ??
    asJson(unknownMembers(others))
  return `${whole(printable(at))}  ${printable(type)}  ${said}`
}

/** What has moved as one line for people. */
export function movedLine({ prices, clock }: Moved): string {
  const all = [...prices.map((asset) => `price of ${asset}`), ...(clock ? ['sandbox time'] : [])]
  return printable(`moved  ${all.join(', ')}`)
}

/** Members of newer services. Every member that is known here has words of its own. */
function unknownMembers<Members>(members: Members & Readonly<Record<keyof Members, never>>) {
  return members
}

const asJson = (value: object): string => printableJson(JSON.stringify(value))

function changeWords({ resource_id, order_id, action, from, to }: StateChange): string {
  const what = resource_id === order_id ? `order ${order_id}` : `${resource_id}, order ${order_id}`
  return printable(`${from === null ? to : `${from} → ${to}`} (${action})  ${what}`)
}

function progressWords({ transfer_id, order_id, provider_lifecycle }: TransferProgress): string {
  const { state, label } = provider_lifecycle
  return printable(`${state}: ${label}  ${transfer_id}, order ${order_id}`)
}

function documentWords({ id, kind, revision, order_id, pdf_sha256 }: CreatedDocument): string {
  const order = order_id === null ? '' : `, order ${order_id}`
  return printable(`${kind} ${id}, revision ${revision}, PDF ${pdf_sha256}${order}`)
}

function notificationWords({ severity, title, link }: Notification): string {
  const order = link.order_id === null ? '' : `  order ${link.order_id}`
  return printable(`${severity}: ${title}${order}`)
}

function administrationWords({ resource, resource_id, action, by }: AdministrativeChange): string {
  return printable(`${resource} ${resource_id} (${action})${by === null ? '' : `  by ${by}`}`)
}

function entryWords({ number, account_name, text, action, order_id }: ChatEntry): string {
  const who = account_name === null ? '' : `${account_name}: `
  const state = action === null ? '' : ` (${action.resolution ?? action.state})`
  return printable(`${number}. ${who}${text.replace(/\s+/g, ' ')}${state}  order ${order_id}`)
}
