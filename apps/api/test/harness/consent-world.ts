import {
  acceptAgreement,
  type Agreement,
  amendAgreement,
  createAgreement,
  type ErrorDetail,
  getAgreement,
  type OperationBody,
  proposeTerms,
  withdrawTerms,
} from '@vadium/schema'
import { expect } from 'vitest'
import { Book, type Key, type Party } from './book.ts'
import { call, type CallOptions, callOf, refused, succeed } from './call.ts'
import { agreedTerms as terms } from './agreed-terms.ts'
import { type RunningService, startService } from './service.ts'

/** When a service of a test begins. */
const bookTime = '2026-03-02T12:00:00.000Z'

const dayMs = 86_400_000

export type Side = 'lender' | 'borrower'

/** A firm with the keys of its people. */
export interface Firm {
  readonly party: Party
  readonly admin: Key
  readonly secondAdmin: Key
  readonly execution: Key
}

/** Two firms that have no agreement yet, as its lender and its borrower. */
export type Pair = Readonly<Record<Side, Firm>>

type NewTerms = Partial<OperationBody<typeof amendAgreement>>

/** An operator, and firms that can have agreements with one another. */
export class ConsentWorld {
  readonly book = new Book()
  readonly operator: Key = this.book.party('platform').credential('operator')
  readonly firms: readonly Firm[] = Array.from({ length: 8 }, (_, i) => {
    const party = this.book.party(`firm-${i + 1}`)
    return {
      party,
      admin: party.credential('admin'),
      secondAdmin: party.credential('admin'),
      execution: party.credential('execution'),
    }
  })
  readonly #pairs: Pair[] = this.firms.flatMap((lender) =>
    this.firms.filter((firm) => firm !== lender).map((borrower) => ({ lender, borrower })),
  )
  #service: RunningService | undefined
  #beginMs = Date.parse(bookTime)

  get service(): RunningService {
    if (this.#service === undefined) throw new Error('the service has not been started')
    return this.#service
  }

  async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    this.book.price('BTC', '60000', bookTime)
    this.book.price('ETH', '2500', bookTime)
    this.#service = await startService({
      scenario: this.book.scenario,
      settings: { PRICE_MAX_AGE_S: '31536000', ...settings },
    })
  }

  /** Begins a test a day after the one before it, because the time never goes back. */
  begin(): void {
    this.#beginMs = this.service.clock.now() + dayMs
    this.waitUntil(0)
  }

  /** A time of the test, in seconds since its begin. */
  at(seconds: number): string {
    return new Date(this.#beginMs + seconds * 1000).toISOString()
  }

  waitUntil(seconds: number): void {
    this.service.clock.set(this.at(seconds))
  }

  async close(): Promise<void> {
    await this.#service?.close()
  }

  /** Two firms that no other test has used as this lender and this borrower. */
  pair(): Pair {
    const pair = this.#pairs.pop()
    if (pair === undefined) throw new Error('every pair of firms has an agreement')
    return pair
  }

  /** Proposes the first version of an agreement. */
  propose({ lender, borrower }: Pair, changes: NewTerms = {}): Promise<Agreement> {
    return succeed(this.service, createAgreement, {
      key: this.operator,
      body: { lender_id: lender.party.id, borrower_id: borrower.party.id, terms, ...changes },
    })
  }

  amend(id: string, changes: NewTerms = {}): Promise<Agreement> {
    return succeed(this.service, amendAgreement, this.amendment(id, changes))
  }

  amendment(id: string, changes: NewTerms = {}) {
    return { key: this.operator, params: { agreement_id: id }, body: { terms, ...changes } }
  }

  acceptance(id: string, version: number, key: Key): CallOptions {
    return callOf(acceptAgreement, { key, params: { agreement_id: id }, body: { version } })
  }

  accept(id: string, version: number, key: Key): Promise<Agreement> {
    return succeed(this.service, acceptAgreement, {
      key,
      params: { agreement_id: id },
      body: { version },
    })
  }

  /** Both sides accept a version: the lender, then the borrower. */
  async acceptByBoth({ lender, borrower }: Pair, id: string, version = 1): Promise<Agreement> {
    await this.accept(id, version, lender.admin)
    return this.accept(id, version, borrower.admin)
  }

  /** The request of one side to propose the version with a number. */
  proposal(id: string, version: number, key: Key, changes: NewTerms = {}): CallOptions {
    const body = { version, terms, ...changes }
    return callOf(proposeTerms, { key, params: { agreement_id: id }, body })
  }

  withdrawal(id: string, version: number, key: Key): CallOptions {
    return callOf(withdrawTerms, { key, params: { agreement_id: id }, body: { version } })
  }

  /** An agreement whose first version is in effect. */
  async agreed(pair: Pair): Promise<string> {
    const { id } = await this.propose(pair)
    await this.acceptByBoth(pair, id)
    return id
  }

  /** Two firms with an agreement in effect. */
  async agreedPair(): Promise<Pair & { readonly id: string }> {
    const pair = this.pair()
    return { ...pair, id: await this.agreed(pair) }
  }

  /** Sends a request that is answered with 200. */
  async done(options: CallOptions): Promise<void> {
    const reply = await call(this.service, options)
    expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
  }

  /** The first detail of a request that is refused with 409. */
  async conflict(options: CallOptions): Promise<ErrorDetail | undefined> {
    return (await refused(this.service, 409, options)).body.error.details?.[0]
  }

  get(id: string, key: Key = this.operator): Promise<Agreement> {
    return succeed(this.service, getAgreement, { key, params: { agreement_id: id } })
  }

  runDue(): Promise<number> {
    return this.service.services.deadlineWorker.runDue()
  }
}
