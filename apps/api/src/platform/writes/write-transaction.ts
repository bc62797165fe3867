import type { EventType } from '@vadium/schema'
import type { ClientBase, QueryResult, QueryResultRow } from 'pg'
import type { AuditEntry } from './audit-trail.ts'
import { insertAuditEntries } from './audit-trail.ts'
import type { Ids } from '../ids.ts'

/** A deal, and in whose name the service works on it. */
export interface Deal {
  readonly orderId: string
  readonly lenderId: string
}

/** Something that happened, for the logs of those whom it concerns. */
export interface NewEvent {
  readonly type: EventType
  /** The organizations that may know of it. */
  readonly readers: readonly string[]
  /** What a reader gets besides the name of its own organization. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Told of a deal when a change of it is committed. It must not throw. */
export type DealChanged = (deal: Deal) => void

/**
 * One transaction that changes the book, in the name of one organization: row-level security lets it see and
 * write what that organization is a party to. Time stands still in it.
 */
export class WriteTransaction {
  /** The organization in whose name it acts. */
  readonly organizationId: string
  /** The credential by which it acts. Undefined: the service works by itself. */
  readonly credentialId: string | undefined
  /** The time of the book, in Unix milliseconds. */
  readonly nowMs: number
  readonly ids: Ids
  readonly #client: ClientBase
  readonly #dealChanged: DealChanged
  /** How much was to follow when each savepoint was set. */
  readonly #savepoints = new Map<string, { afterCommit: number; events: number }>()
  #afterCommit: (() => void)[] = []
  #events: NewEvent[] = []

  constructor(
    client: ClientBase,
    actor: { readonly organizationId: string; readonly credentialId?: string },
    nowMs: number,
    ids: Ids,
    dealChanged: DealChanged,
  ) {
    this.#client = client
    this.#dealChanged = dealChanged
    this.organizationId = actor.organizationId
    this.credentialId = actor.credentialId
    this.nowMs = nowMs
    this.ids = ids
  }

  /** The time of the book, RFC 3339. */
  get now(): string {
    return new Date(this.nowMs).toISOString()
  }

  query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    return this.#client.query<Row>(text, [...values])
  }

  /** The only row of a statement, or undefined where there is none. */
  async row<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row | undefined> {
    const { rows } = await this.query<Row>(text, values)
    return rows[0]
  }

  /** One line of the audit trail, which is there if and only if the change is. */
  audit(entry: AuditEntry): Promise<void> {
    return insertAuditEntries(this.#client, [entry])
  }

  /** What is done when the change is there for good. It must not throw, and is lost if the process dies. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work)
  }

  /** Writes an event into the logs of its readers, with the change: last of all, in the order of the calls. */
  publish(event: NewEvent): void {
    this.#events.push(event)
  }

  /** The turn on a deal has been taken: something of it may be another when this is committed. */
  dealLocked(deal: Deal): void {
    this.afterCommit(() => this.#dealChanged(deal))
  }

  /** What is done from here on can be undone by itself. */
  async savepoint(name: string): Promise<void> {
    await this.query(`SAVEPOINT ${name}`)
    this.#savepoints.set(name, {
      afterCommit: this.#afterCommit.length,
      events: this.#events.length,
    })
  }

  /** What was done since a savepoint is undone, and with it what was to follow. */
  async undoTo(savepoint: string): Promise<void> {
    const then = this.#savepoints.get(savepoint)
    if (then === undefined) throw new Error(`there is no savepoint ${savepoint}`)
    this.#afterCommit = this.#afterCommit.slice(0, then.afterCommit)
    this.#events = this.#events.slice(0, then.events)
    await this.query(`ROLLBACK TO SAVEPOINT ${savepoint}`)
  }

  /** Done last before the commit: what is published takes its place in the logs of its readers. */
  async appendEvents(): Promise<void> {
    const lines = this.#events.flatMap(({ type, readers, data }) => {
      const text = JSON.stringify(data)
      return readers.map((reader) => ({ reader, type, text }))
    })
    if (lines.length === 0) return
    await this.query('SELECT append_events($1, $2, $3, $4)', [
      this.now,
      lines.map(({ reader }) => reader),
      lines.map(({ type }) => type),
      lines.map(({ text }) => text),
    ])
  }

  committed(): void {
    for (const work of this.#afterCommit) work()
  }
}
