import {
  type ApprovalRequired,
  createOrder,
  createPriceSource,
  listCredentials,
  revokeCredential,
  rotateCredential,
  type Role,
} from '@vadium/schema'
import { expect } from 'vitest'
import type { Random } from './random.ts'
import { ApprovalModel, type Decision, type ModelAccount } from './approval-model.ts'
import { type ApprovalWorld, rule } from './approval-world.ts'
import type { Colleague, Key } from './book.ts'
import { call, callOf, succeed } from './call.ts'
import { insider } from './insider.ts'

type Account = ModelAccount<Key>

/** The accounts of an organization, and the requests that they make. */
export interface Firm {
  readonly organizationId: string
  readonly role: Role
  readonly manager: Key
  /** Replaces and revokes keys, so one person may hold its account and those. */
  readonly registrar: Colleague
  readonly operation: 'createOrder' | 'createPriceSource'
}

/** Random moves of the accounts of a firm, in the service and in the model alike. */
export class ApprovalHistory {
  readonly model = new ApprovalModel<Key>()
  readonly outcomes = new Map<string, number>()
  readonly #world: ApprovalWorld
  readonly #random: Random
  readonly #firm: Firm
  readonly #registrar: Account
  readonly #accounts: Account[] = []
  #tags = 0

  constructor(world: ApprovalWorld, random: Random, firm: Firm) {
    this.#world = world
    this.#random = random
    this.#firm = firm
    const { accountId } = firm.registrar
    this.#registrar = { accountId, name: 'registrar', key: firm.registrar, isKeyValid: true }
    this.model.ofOnePerson.add(this.#registrar)
  }

  async begin(): Promise<void> {
    for (let i = 0; i < 6; i += 1) await this.#hire()
    await this.#changePolicy()
  }

  async move(): Promise<void> {
    const random = this.#random
    const draw = random.next()
    if (draw < 0.3) await this.#request()
    else if (draw < 0.86) await this.#decide()
    else if (draw < 0.92) await this.#changePolicy()
    else if (draw < 0.96) await this.#rotate()
    else await this.#end()
  }

  /**
   * The states of all approvals and the number of effects of each request are those of the model.
   */
  async expectAsModelled(round: number): Promise<void> {
    const { database } = this.#world.service
    const { rows } = await database.query<{ id: string; state: string; effects: number }>(
      `SELECT a.id, a.state, (
         SELECT count(*)::int FROM ${this.#isOrder ? 'orders' : 'price_sources'} e
         WHERE ${this.#isOrder ? 'e.asset_quantity::text' : 'e.source'} = t.tag) AS effects
       FROM approvals a JOIN unnest($1::uuid[], $2::text[]) AS t (id, tag) USING (id)`,
      [
        this.model.approvals.map(({ approval }) => approval.id),
        this.model.approvals.map(({ tag }) => tag),
      ],
    )
    const found = new Map(rows.map(({ id, state, effects }) => [id, `${state} ${effects}`]))
    const stored = this.model.approvals.map(({ approval: { id } }) => found.get(id))
    const modelled = this.model.approvals.map(
      ({ state }) => `${state} ${state === 'CARRIED_OUT' ? 1 : 0}`,
    )
    expect(stored, `round ${round}`).toEqual(modelled)
  }

  get #isOrder(): boolean {
    return this.#firm.operation === 'createOrder'
  }

  get #now(): number {
    return this.#world.service.clock.now()
  }

  async #hire(): Promise<void> {
    const { organizationId, role } = this.#firm
    const account = await insider(this.#world.service.database, organizationId, role)
    const name = `account ${this.#accounts.length}`
    this.#accounts.push({ accountId: account.accountId, name, key: account, isKeyValid: true })
  }

  #employed(): Account[] {
    return this.#accounts.filter(({ isKeyValid }) => isKeyValid)
  }

  async #request(): Promise<void> {
    const requester = this.#random.pick(this.#employed())
    if (requester === undefined) throw new Error('nobody is employed')
    const { options, tag, amount } = this.#content(requester.key)
    const needed = this.model.neededFor(amount)
    const reply = await call(this.#world.service, options)
    expect(reply.status, reply.text).toBe(needed === 0 ? 200 : 202)
    if (needed === 0) return
    const { approval } = reply.body as ApprovalRequired
    expect(approval.approvals_needed).toBe(needed)
    this.model.approvals.push({
      approval,
      tag,
      requester,
      signedWith: requester.key,
      amount,
      needed,
      expiresAt: Date.parse(approval.expire_time),
      approvers: [],
      state: 'PENDING',
    })
  }

  #content(key: Key) {
    this.#tags += 1
    if (!this.#isOrder) {
      const tag = `desk-${this.#tags}`
      const options = callOf(createPriceSource, { key, body: { source: tag } })
      return { options, tag, amount: undefined }
    }
    // As the database writes it, without zeros at the end.
    const tag = (0.1 + this.#tags / 1e8).toFixed(8).replace(/0+$/, '')
    const isLarge = this.#random.chance(0.5)
    const body = {
      ...this.#world.orders.body(),
      asset_quantity: tag,
      collateral_quantity: isLarge ? '40' : '4',
    }
    return { options: callOf(createOrder, { key, body }), tag, amount: isLarge ? 100_000 : 10_000 }
  }

  async #decide(): Promise<void> {
    const open = this.model.approvals.filter(({ state }) => state === 'PENDING')
    const asked = this.#random.pick(this.#random.chance(0.9) ? open : this.model.approvals)
    const decision = this.#random.pick<Decision>([...approvals, 'reject', 'withdraw'])
    if (asked === undefined || decision === undefined) return
    const by = this.#random.chance(0.2)
      ? asked.requester
      : this.#random.pick([...this.#employed(), this.#registrar])
    if (by?.isKeyValid !== true) return
    const status = this.model.decide(decision, asked, by, this.#now)
    const reply = await call(
      this.#world.service,
      this.#world.callOnApproval(decision, asked.approval, by.key),
    )
    expect(reply.status, `${decision} by ${by.name}: ${reply.text}`).toBe(status)
    this.#count(`${decision} ${status}`)
  }

  async #changePolicy(): Promise<void> {
    const { operation, manager } = this.#firm
    const limits = this.#isOrder ? [null, '50000', '200000'] : [null]
    const rules = Array.from({ length: this.#random.below(3) }, () =>
      rule(operation, {
        above_usd: this.#random.pick(limits) ?? null,
        approvals: 1 + this.#random.below(3),
        within_seconds: 86_400,
      }),
    )
    await this.#world.policy(manager, rules)
    this.model.rules = rules
  }

  /** The registrar gives an account a new key in the place of its key. */
  async #rotate(): Promise<void> {
    const account = this.#random.pick(this.#employed())
    if (account === undefined) return
    const params = await this.#credentialOf(account)
    const { credential, private_key = '' } = await succeed(this.#world.service, rotateCredential, {
      key: this.#firm.registrar,
      params,
      body: {},
    })
    account.key = { publicKey: credential.public_key, privateKey: private_key }
    this.model.ofOnePerson.add(account)
    this.#count('rotate')
  }

  /** A key is revoked, or expires, and somebody else is employed. */
  async #end(): Promise<void> {
    const account = this.#random.pick(this.#employed())
    if (account === undefined) return
    const params = await this.#credentialOf(account)
    const { service } = this.#world
    if (this.#random.chance(0.5)) {
      await succeed(service, revokeCredential, { key: this.#firm.registrar, params })
    } else {
      await service.database.query(
        "UPDATE credentials SET expires_at = now() - interval '1 second' WHERE id = $1",
        [params.credential_id],
      )
    }
    account.isKeyValid = false
    this.#count('end of a key')
    await this.#hire()
  }

  async #credentialOf({ key }: Account): Promise<{ credential_id: string }> {
    const { credentials } = await succeed(this.#world.service, listCredentials, {
      key: this.#firm.registrar,
      query: { page_size: 1000 },
    })
    const found = credentials.find(({ public_key }) => public_key === key.publicKey)
    return { credential_id: found?.id ?? '' }
  }

  #count(outcome: string): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
  }
}

const approvals = Array.from({ length: 8 }, () => 'approve' as const)
