import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { WebhookErrorReason } from '../src/index.ts'

/** A webhook that a client in any language takes, or refuses for one reason. */
interface WebhookVector {
  readonly what: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly secret: string
  /** Absent if it is taken. */
  readonly reason?: WebhookErrorReason
}

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`
export const [secret, otherSecret] = [newSecret(), newSecret()]
/** When they all arrive. */
export const arrival = new Date('2026-03-02T12:00:00.000Z')
export const event = {
  id: 'a-position',
  type: 'order.updated',
  timestamp: '2026-03-02T11:59:59.000Z',
  data: { organization_id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11', note: 'Grüße' },
}
export const body = JSON.stringify(event)

/** The headers of a webhook that was sent some seconds after the others arrive. */
export function headersOf(text = body, secrets = [secret], seconds = 0): Record<string, string> {
  const at = new Date(arrival.getTime() + seconds * 1000)
  return {
    'webhook-id': 'an-id',
    'webhook-timestamp': String(at.getTime() / 1000),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign('an-id', at, text)).join(' '),
  }
}

type Other = Partial<Omit<WebhookVector, 'what' | 'reason'>>
const vector = (what: string, other: Other = {}, reason?: WebhookErrorReason): WebhookVector => ({
  what,
  headers: headersOf(other.body),
  body,
  secret,
  ...other,
  ...(reason !== undefined && { reason }),
})

const withHeader = (name: string, value: string) => ({ headers: { ...headersOf(), [name]: value } })
const sentAfter = (seconds: number) => ({ headers: headersOf(body, [secret], seconds) })
const withData = (data: unknown) => ({ body: JSON.stringify({ ...event, data }) })
const inUpperCase = Object.fromEntries(
  Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), value]),
)

export const webhookVectors: readonly WebhookVector[] = [
  vector('as it was sent'),
  vector('with headers in another case', { headers: inUpperCase }),
  vector('signed with an old secret as well', { headers: headersOf(body, [otherSecret, secret]) }),
  vector('with a signature of another version', {
    headers: { ...headersOf(), 'webhook-signature': `v2,AA== ${headersOf()['webhook-signature']}` },
  }),
  vector('of 299 seconds ago', sentAfter(-299)),
  vector('of 299 seconds ahead', sentAfter(299)),
  vector('of 301 seconds ago', sentAfter(-301), 'WEBHOOK_TIME_OUT_OF_WINDOW'),
  vector('of 301 seconds ahead', sentAfter(301), 'WEBHOOK_TIME_OUT_OF_WINDOW'),
  vector('of another secret', { secret: otherSecret }, 'WEBHOOK_SIGNATURE_INVALID'),
  vector(
    'with another body',
    { headers: headersOf(), body: `${body} ` },
    'WEBHOOK_SIGNATURE_INVALID',
  ),
  vector('with another id', withHeader('webhook-id', 'other'), 'WEBHOOK_SIGNATURE_INVALID'),
  vector(
    'with another time',
    withHeader('webhook-timestamp', '1772452799'),
    'WEBHOOK_SIGNATURE_INVALID',
  ),
  vector(
    'whose time is no number',
    withHeader('webhook-timestamp', 'noon'),
    'WEBHOOK_SIGNATURE_INVALID',
  ),
  vector(
    'with a forged signature',
    withHeader('webhook-signature', `v1,${'A'.repeat(43)}=`),
    'WEBHOOK_SIGNATURE_INVALID',
  ),
  vector(
    'with a signature that is no ASCII',
    withHeader('webhook-signature', 'v1,é'),
    'WEBHOOK_SIGNATURE_INVALID',
  ),
  vector('without a signature', withHeader('webhook-signature', ''), 'WEBHOOK_HEADERS_MISSING'),
  vector('with one header', { headers: { 'webhook-id': 'a' } }, 'WEBHOOK_HEADERS_MISSING'),
  vector('with no headers', { headers: {} }, 'WEBHOOK_HEADERS_MISSING'),
  vector('that is not JSON', { body: 'no JSON' }, 'WEBHOOK_BODY_INVALID'),
  vector('with a number that is none', { body: '{"n":NaN}' }, 'WEBHOOK_BODY_INVALID'),
  vector('that is not an event', { body: '{}' }, 'WEBHOOK_BODY_INVALID'),
  vector('that is a list', { body: '[]' }, 'WEBHOOK_BODY_INVALID'),
  vector('whose data is null', withData(null), 'WEBHOOK_BODY_INVALID'),
  vector('whose data is a list', withData([]), 'WEBHOOK_BODY_INVALID'),
  vector('that is empty', { body: '' }, 'WEBHOOK_BODY_INVALID'),
  vector('for an empty secret', { secret: '' }, 'WEBHOOK_SECRET_MALFORMED'),
  vector('for a secret of nothing', { secret: 'whsec_' }, 'WEBHOOK_SECRET_MALFORMED'),
  vector(
    'for a secret that is cut off',
    { secret: secret.slice(0, -3) },
    'WEBHOOK_SECRET_MALFORMED',
  ),
  vector(
    'for a secret without its prefix',
    { secret: secret.slice(6) },
    'WEBHOOK_SECRET_MALFORMED',
  ),
  vector('for a secret with a line end', { secret: `${secret}\n` }, 'WEBHOOK_SECRET_MALFORMED'),
  vector(
    'for a private key',
    { secret: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' },
    'WEBHOOK_SECRET_MALFORMED',
  ),
]
