import { generateKeyPair, proveKey } from '@vadium/client'
import {
  type Approval,
  approvableOperations,
  type ApprovableOperation,
  type ApprovalRequired,
  type ApprovalRule,
  approveApproval,
  createAccount,
  createCredential,
  getApproval,
  getChat,
  type Operation,
  operations,
  resolveChatAction,
  retireWallet,
  type Role,
  withdrawApproval,
} from '@vadium/schema'
import { bookDigests } from './book-digests.ts'
import type { Colleague, Key, Party } from './book.ts'
import { call, callOf, type CallOptions, type Reply, succeed } from './call.ts'
import { createdWallet } from './example-preparations.ts'
import { exampleOf } from './example-requests.ts'
import { insider } from './insider.ts'
import type { LivingBook, Member } from './living-book.ts'

/** A row of the matrix: a request in a role, and the operation whose rules apply to it. */
export interface MatrixRow {
  readonly name: string
  readonly operation: Operation
  readonly rule: ApprovableOperation
  readonly role: Role
  readonly hasAmount: boolean
}

/** Who decides in the organization that must, and who tries to in vain. */
export interface Deciders {
  readonly permitted: readonly Key[]
  readonly others: Readonly<Record<string, Key>>
}

/** A request that can be made any number of times until it has its effect. */
export interface MatrixRequest {
  readonly options: CallOptions
  readonly caller: Member
  readonly key: Key
}

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/** Every request for which an approval can be needed, in every role that may make it. */
export function matrixRows(): MatrixRow[] {
  const names = Object.keys(approvableOperations) as ApprovableOperation[]
  const direct = names.map((rule) => {
    const operation = byId.get(rule)
    if (operation === undefined) throw new Error(`there is no operation ${rule}`)
    return { name: operation.id, operation, rule }
  })
  const inChat = (['acceptOrder', 'acceptMarkToMarketRequest', 'acceptOrderRequest'] as const).map(
    (rule) => ({ name: `${rule} in a chat`, operation: resolveChatAction, rule }),
  )
  return [...direct, ...inChat].flatMap((row) =>
    row.operation.roles.map((role) => ({
      ...row,
      role,
      hasAmount: approvableOperations[row.rule] !== null,
    })),
  )
}

/** Makes requests of the matrix in a book, and decides on them. */
export class ApprovalMatrix {
  readonly book: LivingBook
  readonly #deciders = new Map<string, Promise<Deciders>>()

  constructor(book: LivingBook) {
    this.book = book
  }

  /** Everything that the request of a row needs, without a policy. */
  async prepare(row: MatrixRow): Promise<MatrixRequest> {
    const { lender, borrower, platform } = this.book
    for (const { party } of [lender, borrower, platform]) await this.policy(party, [])
    const { member, body, ...rest } = await this.#exampleOf(row)
    const caller = row.role === 'operator' ? this.book.platform : member
    const key = caller.keys[row.role]
    const proof = this.#proofFor(row.operation)
    const whole = body === undefined && proof === undefined ? {} : { body: { ...body, ...proof } }
    return { options: callOf(row.operation, { ...rest, ...whole, key }), caller, key }
  }

  /** Replaces the policies of an organization, past any policy. */
  async policy({ id }: Pick<Party, 'id'>, rules: readonly ApprovalRule[]): Promise<void> {
    await this.book.service.database.query(
      `INSERT INTO approval_policies (organization_id, version, rules, account_id, created_at)
       SELECT $1, 1 + coalesce(max(p.version), 0), $2,
         (SELECT a.id FROM accounts a WHERE a.organization_id = $1 LIMIT 1), now()
       FROM approval_policies p WHERE p.organization_id = $1`,
      [id, JSON.stringify(rules)],
    )
  }

  send({ options }: Pick<MatrixRequest, 'options'>): Promise<Reply> {
    return call(this.book.service, options)
  }

  async requested(request: MatrixRequest): Promise<Approval> {
    const reply = await this.send(request)
    if (reply.status !== 202) throw new Error(`expected an approval, not ${reply.text}`)
    return (reply.body as ApprovalRequired).approval
  }

  /** The status of the answer to an approval by a key. */
  async approve({ id, request_hash }: Approval, key: Key): Promise<number> {
    const params = { approval_id: id }
    const options = callOf(approveApproval, { key, params, body: { request_hash } })
    return (await call(this.book.service, options)).status
  }

  async withdraw({ id }: Approval, key: Key): Promise<void> {
    await succeed(this.book.service, withdrawApproval, { key, params: { approval_id: id } })
  }

  /** What is approved is carried out. Answers the approval after that. */
  async carriedOut({ id }: Approval, key: Key): Promise<Approval> {
    await this.book.service.services.approvalWorker.run()
    return succeed(this.book.service, getApproval, { key, params: { approval_id: id } })
  }

  digests(): ReturnType<typeof bookDigests> {
    return bookDigests(this.book.service.database)
  }

  /** The accounts that decide on an approval, or try to. */
  deciders({ caller, key }: MatrixRequest, approval: Approval, row: MatrixRow): Promise<Deciders> {
    const isOwn = approval.decider_id === caller.party.id
    const role = isOwn ? row.role : 'admin'
    const place = [caller.party.id, approval.decider_id, role, row.operation.roles.join()].join()
    const known = this.#deciders.get(place)
    const found = known ?? this.#makeDeciders(caller, key, approval.decider_id, role, row)
    this.#deciders.set(place, found)
    return found
  }

  async #makeDeciders(
    caller: Member,
    key: Key,
    deciderId: string,
    role: Role,
    { operation }: MatrixRow,
  ): Promise<Deciders> {
    const { service, lender, borrower } = this.book
    const { database } = service
    const inside = (of: string, as: Role): Promise<Colleague> => insider(database, of, as)
    const without: Role = operation.roles.includes('execution') ? 'viewer' : 'execution'
    const given = await inside(deciderId, 'viewer')
    const stranger = deciderId === lender.party.id ? borrower : lender
    const ownOther = Object.entries(caller.keys).find(
      ([name, other]) => other !== key && ['admin', 'execution', 'operator'].includes(name),
    )
    return {
      permitted: [await inside(deciderId, role), await inside(deciderId, role)],
      others: {
        'the same credential': key,
        ...(ownOther && { 'another credential of the account': ownOther[1] }),
        'an account without the role': await inside(deciderId, without),
        ...(caller === this.book.platform && {
          'an account that the requester created': await this.#newcomer(caller, deciderId, role),
        }),
        'an account to which the requester gave a credential': await this.#newKey(
          caller,
          deciderId,
          given.accountId,
          role,
        ),
        'an account of another organization': await inside(
          stranger.party.id,
          role === 'operator' ? 'admin' : role,
        ),
      },
    }
  }

  /** Only operators create accounts. */
  async #newcomer(caller: Member, organization_id: string, role: Role): Promise<Key> {
    const body = { organization_id, name: 'A newcomer', kind: 'person' }
    const key = caller.keys.operator
    const { id } = await succeed(this.book.service, createAccount, { key, body })
    return this.#newKey(caller, organization_id, id, role)
  }

  async #newKey(
    caller: Member,
    organizationId: string,
    account_id: string,
    role: Role,
  ): Promise<Key> {
    const key = this.#grantingKey(caller, organizationId)
    const body = { account_id, role }
    const { credential, private_key = '' } = await succeed(this.book.service, createCredential, {
      key,
      body,
    })
    return { publicKey: credential.public_key, privateKey: private_key }
  }

  /** The caller's key that may give accounts of an organization their credentials. */
  #grantingKey({ party, keys }: Member, organizationId: string): Key {
    const isOfFirm = party !== this.book.platform.party && party.id === organizationId
    return isOfFirm ? keys.admin : keys.operator
  }

  async #exampleOf({ operation, rule, role }: MatrixRow) {
    const { book } = this
    // A firm without an admin has nobody who could approve.
    if (operation === retireWallet && role === 'operator') {
      const wallet_id = await createdWallet(book, book.lender.party.id)
      return { member: book.platform, params: {}, body: { wallet_id } }
    }
    if (operation !== resolveChatAction || rule === 'acceptOrder') {
      return exampleOf(operation, book, role)
    }
    const deal = book.nextDeal()
    const isRequest = rule === 'acceptMarkToMarketRequest'
    await (isRequest ? book.pendingRequest(deal) : book.pendingReturn(deal))
    const member = isRequest ? book.borrower : book.lender
    const params = { order_id: deal.orderId }
    const key = member.keys.admin
    const { last_entry } = await succeed(book.service, getChat, { key, params })
    const entry_id = last_entry?.id ?? ''
    return { member, params: { ...params, entry_id }, body: { decision: 'accept' } }
  }

  /** With approval, the service creates no private key. */
  #proofFor({ id }: Operation): { readonly proof: string } | undefined {
    if (id !== 'createCredential' && id !== 'rotateCredential') return undefined
    const { service, lender } = this.book
    const enrolment = {
      installationId: service.services.installationId,
      organizationId: lender.party.id,
      accountId: lender.accountId,
    }
    return { proof: proveKey(generateKeyPair().privateKey, enrolment, service.clock.now()) }
  }
}
