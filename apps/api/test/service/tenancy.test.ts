import { randomUUID } from 'node:crypto'
import {
  getTransfer,
  headerNames,
  listCredentials,
  type Operation,
  operations,
  type Role,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, callOf, doneStatus, refused, type Reply, succeed } from '../harness/call.ts'
import { openExampleBooks } from '../harness/example-books.ts'
import { ownApproval } from '../harness/example-approvals.ts'
import { acceptedInvitation } from '../harness/example-invitations.ts'
import type { Example } from '../harness/example-preparations.ts'
import { exampleOf } from '../harness/example-requests.ts'
import { idMembers, withMember } from '../harness/id-members.ts'
import type { LivingBook } from '../harness/living-book.ts'
import type { LivingBooks } from '../harness/living-books.ts'
import { isLongRun } from '../harness/long-run.ts'
import type { RunningService } from '../harness/service.ts'

let opened: LivingBooks
let service: RunningService
let mine: LivingBook
let theirs: LivingBook
let foreign: Readonly<Record<string, string | number>>
beforeAll(async () => {
  opened = await openExampleBooks()
  service = opened.service
  ;[mine, theirs] = opened.books
  // One of every kind of resource, and at least two of those that are listed.
  for (const book of opened.books) {
    await book.newAgreement()
    await book.pendingOrder()
    await book.pendingRequest()
    for (let i = 0; i < 2; i += 1) {
      await book.failedRequest()
      await book.pendingReturn()
    }
    await book.declaredDefault()
    await book.declaredDefault()
    for (let i = 0; i < 2; i += 1) await book.newTestMail()
    await book.newWebhookDelivery()
    await book.newWebhookDelivery()
    await book.mutedCounterparty()
    await book.mutedCounterparty()
    await book.newAutomation()
    await book.newAutomation()
    await book.newLimits()
    await book.newLimits()
    await book.newDocument()
    await book.newDocument()
    await book.pendingCallSet()
    await book.pendingCallSet()
    await ownApproval(book, 'admin')
    await ownApproval(book, 'admin')
    await acceptedInvitation(book, book.lender)
    await acceptedInvitation(book, book.lender)
  }
  foreign = await foreignValues(theirs)
}, 180_000)
afterAll(() => opened.close())

/** An id of another organization for each member that names a resource. */
async function foreignValues(book: LivingBook): Promise<Record<string, string | number>> {
  const { lender, borrower, firstDeal } = book
  const { credentials } = await succeed(service, listCredentials, { key: lender.keys.admin })
  // In their audit trail, and nowhere else.
  const asked = randomUUID()
  const params = { transfer_id: asked }
  const reply = await call(service, callOf(getTransfer, { key: lender.keys.admin, params }))
  await service.services.audit.flush()
  return {
    subject_id: asked,
    request_id: String(reply.headers[headerNames.requestId.toLowerCase()]),
    position_id: firstDeal.positionId,
    position_ids: firstDeal.positionId,
    call_set_id: (await book.pendingCallSet()).id,
    except: (await book.pendingRequest()).id,
    order_id: firstDeal.orderId,
    entry_id: (await book.openChatEntry()).entry_id,
    orderId: firstDeal.orderNumber,
    transfer_id: book.firstTransferId,
    // What a previewed acceptance is of.
    id: (await book.pendingRequest()).id,
    mark_to_market_request_id: (await book.pendingRequest()).id,
    order_request_id: (await book.pendingReturn()).id,
    close_out_id: (await book.declaredDefault()).id,
    declarer_id: lender.party.id,
    calculation_id: await book.calculationId(firstDeal),
    agreement_id: book.agreementId,
    invitation_id: (await acceptedInvitation(book, lender)).invitation_id,
    approval_id: (await ownApproval(book, 'admin')).id,
    credential_id: credentials[0]?.id ?? '',
    notification_id: await book.notificationId(),
    until_id: await book.notificationId(),
    account_id: lender.accountId,
    mail_address_id: await book.newMailAddress(),
    resource_id: await book.notificationId(),
    document_id: await book.newDocument(),
    webhook_endpoint_id: await book.newWebhookEndpoint(),
    webhook_delivery_id: await book.newWebhookDelivery(),
    organization_id: lender.party.id,
    lender_id: lender.party.id,
    borrower_id: borrower.party.id,
    counterparty_id: borrower.party.id,
    sender: `organizations/${borrower.party.id}`,
    receiver: `organizations/${lender.party.id}`,
    wallet_id: lender.party.wallets.BTC,
    asset_wallet_id: lender.party.wallets.BTC,
    collateral_wallet_id: lender.party.wallets.ETH,
  }
}

/** An unknown id of the same kind. */
function unknownLike(value: string | number): string | number {
  if (typeof value === 'number') return 999_999_999
  const unknownId = '00000000-0000-4000-8000-000000000000'
  const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
  return id.test(value) ? value.replace(id, unknownId) : 'nobodys'
}

const tenantRoles = ({ roles }: Operation): readonly Role[] =>
  roles.filter((role) => role !== 'operator')

/** The operator belongs to no tenant; every other caller does. */
const ofTenants = operations.filter((operation) => tenantRoles(operation).length > 0)

const strongest = (operation: Operation): Role =>
  operation.roles.includes('admin') ? 'admin' : (tenantRoles(operation)[0] ?? 'admin')

/** A request that is refused, or that reads, leaves what its example needs for the next test. */
const examples = new Map<Operation, Example>()

async function exampleFor(operation: Operation): Promise<Example> {
  const example = examples.get(operation) ?? (await exampleOf(operation, mine))
  examples.set(operation, example)
  return example
}

/** What must not differ between two answers; the id that was sent is replaced. */
function shape({ status, headers, text }: Reply, sent?: string | number) {
  const own = new Set(['date', 'content-length', headerNames.requestId.toLowerCase()])
  return {
    status,
    headers: Object.keys(headers).filter((name) => !own.has(name)),
    text: (sent === undefined ? text : text.replaceAll(String(sent), 'ID')).replace(
      /"request_id":"[^"]*"/,
      '',
    ),
  }
}

describe('an id of another organization', () => {
  const trials = ofTenants.flatMap((operation) =>
    idMembers(operation).map((member): [string, Operation, typeof member] => [
      `${operation.id}, ${member.place}: ${member.path.join('.')}`,
      operation,
      member,
    ]),
  )

  it.each(trials)('is answered like an unknown id: %s', async (_title, operation, member) => {
    const value = foreign[member.path.findLast((name) => name !== '0') ?? '']
    if (value === undefined) {
      throw new Error(`no foreign value is known for ${member.path.join('.')}`)
    }
    const example = await exampleFor(operation)
    const key = example.member.keys[strongest(operation)]
    const ask = (id: string | number) =>
      call(service, { ...callOf(operation, withMember(example, member, id)), key })
    // The caller has asked for the usual unknown id, which its trail says.
    const isSubject = member.path.at(-1) === 'subject_id'
    const missing = isSubject ? randomUUID() : unknownLike(value)
    const [reply, expected] = [await ask(value), await ask(missing)]
    expect(shape(reply, value)).toEqual(shape(expected, missing))
    if (member.place !== 'query') expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
    expectNothingOf(theirs, reply, String(value))
  })
})

/**
 * The audit trail shows the id in a path as the caller gave it, and this caller has sent it by now.
 */
const partyIds = ({ lender, borrower }: LivingBook) => `${lender.party.id} ${borrower.party.id}`

/** An answer names neither side of another book, unless the request named it. */
function expectNothingOf({ lender, borrower }: LivingBook, { text }: Reply, asked = ''): void {
  for (const { party } of [lender, borrower]) {
    if (!asked.includes(party.id)) expect(text).not.toContain(party.id)
    expect(text).not.toContain(party.name)
  }
}

/** What is the same for everybody. */
const reference: Readonly<Record<string, string>> = {
  listCustodians: 'custodians are those of the installation',
  listCalendars: 'calendars are those of the installation',
  listAssets: 'assets are those of the installation',
  listPrices: 'a price is the same the caller',
  listStateMachines: 'they are part of the contract',
}

const itemsOf = ({ response, streams }: Operation): string | undefined => {
  if (streams === true) return undefined
  const properties = response['properties'] as Record<string, { items?: { type?: string } }>
  return Object.entries(properties).find(([, { items }]) => items?.type === 'object')?.[0]
}
const isList = (operation: Operation) => {
  const { id, safe, params, query, body } = operation
  // A search answers what it is asked for, and has tests of its own.
  const isOne = id.startsWith('get') || query?.required !== undefined
  return safe && !isOne && !params && !body && itemsOf(operation) !== undefined
}
const lists = ofTenants.filter(isList)

describe('a list', () => {
  const trials = lists.flatMap((operation) =>
    (isLongRun ? tenantRoles(operation) : [strongest(operation)]).map(
      (role): [string, Operation, Role] => [`${operation.id} as ${role}`, operation, role],
    ),
  )

  const all = async (operation: Operation, book: LivingBook, role: Role, format?: string) => {
    await service.services.audit.flush()
    const pages = operation.query?.properties['page_size']
    const query = {
      ...(pages && { page_size: Number(pages['maximum']) }),
      ...(format && { format }),
    }
    const reply = await call(service, {
      ...callOf(operation, { query }),
      key: book.lender.keys[role],
    })
    expect(reply.status, reply.text).toBe(200)
    return reply
  }

  it.each(trials)('shows nothing of other organizations: %s', async (_title, operation, role) => {
    const name = itemsOf(operation) ?? ''
    const [reply, other] = [await all(operation, mine, role), await all(operation, theirs, role)]
    const [ours = [], others = []] = [reply, other].map(({ body }) =>
      ((body as Record<string, unknown[]>)[name] ?? []).map((item) => JSON.stringify(item)),
    )
    expect(ours.length).toBeGreaterThan(1)
    if (reference[operation.id] !== undefined) {
      expect(ours).toEqual(others)
      return
    }
    expect(ours.filter((item) => others.includes(item))).toEqual([])
    const asked = operation.id === 'listAuditEntries' ? partyIds(theirs) : ''
    expectNothingOf(theirs, reply, asked)
    expectNothingOf(mine, other)
    if (operation.csv) expectNothingOf(theirs, await all(operation, mine, role, 'csv'))
  })

  const paged = lists.filter(({ query }) => query?.properties['page_token'] !== undefined)

  it.each(paged)('refuses a page token of another organization: $id', async (operation) => {
    const role = strongest(operation)
    const ask = (book: LivingBook, query: Record<string, string | number>) =>
      call(service, {
        ...callOf(operation, { query: { page_size: 1, ...query } }),
        key: book.lender.keys[role],
      })
    await service.services.audit.flush()
    const token = ((await ask(theirs, {})).body as { next_page_token: string }).next_page_token
    expect((await ask(theirs, { page_token: token })).status).toBe(200)
    const reply = await ask(mine, { page_token: token })
    const forged = await ask(mine, { page_token: 'AAAA' })
    expect(reply.status).toBe(400)
    expect(reply.text).toContain('PAGE_TOKEN_INVALID')
    expect(shape(reply, token)).toEqual(shape(forged, 'AAAA'))
  })
})

/** Writes that name no resource, and why they succeed for the caller too. */
const namesNothing: Readonly<Record<string, string>> = {
  createInvitation: 'the caller invites to its own organization',
  setNotificationPreferences: 'they are those of the account of the caller',
  createMailAddress: 'it is of the account of the caller',
  createWebhookEndpoint: 'the caller has its own',
  setDocumentPreferences: 'each organization has its own',
  setApprovalPolicy: 'each organization has its own',
}

/** Their first examples end by the time, the endpoint or the proposal of others. */
const overtaken: ReadonlySet<string> = new Set([
  'cancelTransfer',
  'cancelOrderClose',
  // Which endpoint is the oldest is chance, where the clock stands still.
  'updateWebhookEndpoint',
  'enableWebhookEndpoint',
  'disableWebhookEndpoint',
  'deleteWebhookEndpoint',
  'rotateWebhookSecret',
  'testWebhookEndpoint',
  'resendWebhookDelivery',
  // Each takes the place of the one before it.
  'sendMailCode',
  'verifyMailAddress',
  'updateMailAddress',
  'testMailAddress',
  'deleteMailAddress',
  'proposeTerms',
  'withdrawTerms',
])

describe('an Idempotency-Key of another organization', () => {
  // All operators are of one organization.
  const writes = operations.filter((one) => !one.safe && tenantRoles(one).length > 0)

  it.each(writes)('reveals nothing and replays no answer: $id', async (operation) => {
    const idempotencyKey = `shared by accident: ${operation.id}`.replaceAll(' ', '-')
    const headers = { [headerNames.idempotencyKey]: idempotencyKey }
    const ask = (example: Example, member = example.member) =>
      call(service, {
        ...callOf(operation, example),
        headers,
        key: member.keys[strongest(operation)],
      })
    const replayed = ({ headers: answered }: Reply) =>
      answered[headerNames.idempotencyReplayed.toLowerCase()]

    if (overtaken.has(operation.id)) examples.delete(operation)
    const example = await exampleFor(operation)
    const first = await ask(example)
    expect(first.status, first.text).toBe(doneStatus(operation))
    expect(replayed(first)).toBeUndefined()
    expect(replayed(await ask(example))).toBe('true')

    // The write is done for the caller, who needs as much room for it.
    if (namesNothing[operation.id] !== undefined) await exampleOf(operation, theirs)
    const copied = await ask(example, theirs.lender)
    expect(replayed(copied)).toBeUndefined()
    if (namesNothing[operation.id] !== undefined) {
      expect(copied.status, copied.text).toBe(doneStatus(operation))
    } else {
      expect(copied.status).toBeGreaterThanOrEqual(400)
      const own = await refused(service, copied.status, {
        ...callOf(operation, example),
        key: theirs.lender.keys[strongest(operation)],
      })
      expect(shape(copied)).toEqual(shape(own))
    }
  })
})
