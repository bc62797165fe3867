import type { EventType } from '@vadium/schema'
import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { preparedByText } from '../statement-name.ts'
import type { Statement } from '../db/tenant-query.ts'
import { asError } from '../db/transaction.ts'
import { type AuditEntry, auditStatement } from './audit-trail.ts'
import type { Ids } from '../ids.ts'

/** A deal, and the organization in whose name the service works on it. */
export interface Deal {
  readonly orderId: string
  readonly lenderId: string
}

/** Something that happened, for the event logs of the organizations concerned. */
export interface NewEvent {
  readonly type: EventType
  /** The organizations that may see the event. */
  readonly readers: readonly string[]
  /** What a reader receives besides its own organization's id. */
  readonly data: Readonly<Record<string, unknown>>
}

/** An event in the log of one reader. */
export interface LoggedLine {
  readonly reader: string
  readonly type: EventType
  /** Its data, as JSON. */
  readonly text: string
}

/** Called when a change of a deal is committed. It must not throw. */
export type DealChanged = (deal: Deal) => void

/** The organization in whose name a transaction runs, and who acts for it. */
export interface Actor {
  readonly organizationId: string
  /** The caller's credential. Undefined if there is no caller. */
  readonly credentialId?: string
  /** The account that acts without a credential, in the history of a scenario. */
  readonly accountId?: string
}

/** How many there are of what a rollback to a savepoint makes void. */
interface Registered {
  readonly afterCommit: number
  readonly events: number
  readonly counted: number
  readonly attempted: number
}

/**
 * One transaction that changes the book, in the name of one organization. Row-level security lets
 * it read and write only what that organization is a party to. Its time is constant.
 *
 * PostgreSQL executes its statements in the order in which they are made. Each is sent at once, and
 * only a reader waits for its result: readings that are made {@link together}, and the writes before
 * them, cost one round trip.
 */
export class WriteTransaction {
  /** The organization in whose name it acts. */
  readonly organizationId: string
  /** The caller's credential. Undefined if the service works by itself. */
  readonly credentialId: string | undefined
  /** The account that acts without a credential, in the history of a scenario. */
  readonly accountId: string | undefined
  /** The time of the book, in Unix milliseconds. */
  readonly nowMs: number
  readonly ids: Ids
  readonly #client: ClientBase
  readonly #dealChanged: DealChanged
  /** What was registered before each savepoint. */
  readonly #savepoints = new Map<string, Registered>()
  #afterCommit: (() => unknown)[] = []
  #events: Promise<readonly NewEvent[]>[] = []
  #grownLogs: ReadonlySet<string> = new Set()
  #isOver = false
  #isTrial = false
  #hasProvisional = false
  /** Why PostgreSQL refuses every further statement, until a savepoint is restored. */
  #failure: Error | undefined
  /** The writes whose number of rows must be seen before the commit. */
  #counted: Promise<void>[] = []
  #attempted: Promise<unknown>[] = []

  constructor(client: ClientBase, actor: Actor, nowMs: number, ids: Ids, dealChanged: DealChanged) {
    this.#client = client
    this.#dealChanged = dealChanged
    this.organizationId = actor.organizationId
    this.credentialId = actor.credentialId
    this.accountId = actor.accountId
    this.nowMs = nowMs
    this.ids = ids
  }

  /** The time of the book, RFC 3339. */
  get now(): string {
    return new Date(this.nowMs).toISOString()
  }

  /** The connection prepares a statement with values. Its text must not depend on the caller's. */
  query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    return this.#send<Row>(preparedByText(text, values))
  }

  /** The only row of a statement, or undefined. */
  async row<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row | undefined> {
    const { rows } = await this.query<Row>(text, values)
    return rows[0]
  }

  /** The rows of a statement that reads outside of writes have too. */
  async rowsOf<Row extends QueryResultRow>({
    text,
    values,
  }: Pick<Statement, 'text' | 'values'>): Promise<Row[]> {
    const { rows } = await this.query<Row>(text, values)
    return rows
  }

  /**
   * A write whose result is not needed. Nobody waits for it. Every later statement of the
   * transaction fails with its error, and the commit too.
   */
  write(text: string, values: readonly unknown[]): Promise<void> {
    return this.#sendAhead(preparedByText(text, values))
  }

  /**
   * Like {@link write}, for one that a constraint may refuse because of what the caller asks for.
   * {@link attempted} waits for it.
   */
  attempt(text: string, values: readonly unknown[]): Promise<void> {
    const attempted = this.query(text, values)
    attempted.catch(() => undefined)
    this.#attempted.push(attempted)
    return Promise.resolve()
  }

  /** @throws the error of a write that was refused. */
  async attempted(): Promise<void> {
    await Promise.all(this.#attempted)
  }

  /**
   * A write of exactly one row. Like {@link write}, and `otherwise` says what is wrong if it writes
   * none, or several: nothing is committed then.
   */
  writeOne(text: string, values: readonly unknown[], otherwise: string): Promise<void> {
    const counted = this.query(text, values).then(({ rowCount }) => {
      if (rowCount !== 1) throw new Error(otherwise)
    })
    counted.catch(() => undefined)
    this.#counted.push(counted)
    return Promise.resolve()
  }

  /** Writes one line of the audit trail, committed with the change. */
  audit(entry: AuditEntry): Promise<void> {
    return this.#sendAhead(auditStatement([entry]))
  }

  /**
   * Waits until every statement is executed, which a commit behind them does too.
   * @throws the error of the first that failed.
   */
  async settled(): Promise<void> {
    await this.query('SELECT')
  }

  async #send<Row extends QueryResultRow>(
    statement: string | QueryConfig,
  ): Promise<QueryResult<Row>> {
    if (this.#isOver) throw new Error('a statement was made after the end of its transaction')
    try {
      return await this.#client.query<Row>(statement)
    } catch (error) {
      // PostgreSQL would only say that an earlier statement has failed.
      this.#failure ??= asError(error)
      throw this.#failure
    }
  }

  #sendAhead(statement: string | QueryConfig): Promise<void> {
    this.#send(statement).catch(() => undefined)
    return Promise.resolve()
  }

  /**
   * Registers work for after the commit. It must not throw, and is lost if the process dies. If it
   * returns a promise, the caller of the transaction waits for it.
   */
  afterCommit(work: () => unknown): void {
    this.#afterCommit.push(work)
  }

  /**
   * Registers an event. It is written to the logs of its readers at the end of the transaction, in
   * the order of the calls.
   */
  publish(event: NewEvent): void {
    this.#events.push(Promise.resolve([event]))
  }

  /**
   * The same for events that are known when a reading has returned. They keep their place among the
   * events, and nobody waits for them before the end of the transaction, which fails with them.
   */
  publishFrom(reading: Promise<readonly NewEvent[]>): void {
    reading.catch(() => undefined)
    this.#events.push(reading)
  }

  /** Something is due at a time, RFC 3339. The workers of the service find it by themselves. */
  becomesDue(_time: string): void {
    // A history has no workers: see HistoryTransactions.
  }

  /** The deal is locked: its listeners are called after the commit, because it may have changed. */
  dealLocked(deal: Deal): void {
    this.afterCommit(() => this.#dealChanged(deal))
  }

  /** Work after this point can be rolled back alone. */
  savepoint(name: string): Promise<void> {
    this.#savepoints.set(name, {
      afterCommit: this.#afterCommit.length,
      events: this.#events.length,
      counted: this.#counted.length,
      attempted: this.#attempted.length,
    })
    return this.#sendAhead(`SAVEPOINT ${name}`)
  }

  /**
   * Does work that may be undone. It takes nothing that a rollback does not give back, such as the
   * next number of a sequence, so if {@link hasProvisional} is true after it, it must be undone.
   */
  async onTrial<T>(work: () => Promise<T>): Promise<T> {
    this.#isTrial = true
    this.#hasProvisional = false
    try {
      return await work()
    } finally {
      this.#isTrial = false
    }
  }

  /** Whether the work may be undone, see {@link onTrial}. */
  get isTrial(): boolean {
    return this.#isTrial
  }

  /** Whether the last trial has used something provisional. */
  get hasProvisional(): boolean {
    return this.#hasProvisional
  }

  /** Whether to use something provisional, because the work is a trial. */
  takesProvisional(): boolean {
    if (this.#isTrial) this.#hasProvisional = true
    return this.#isTrial
  }

  /** Rolls back to a savepoint, with the callbacks and events that were registered after it. */
  async undoTo(savepoint: string): Promise<void> {
    const then = this.#savepoints.get(savepoint)
    if (then === undefined) throw new Error(`there is no savepoint ${savepoint}`)
    this.#afterCommit = this.#afterCommit.slice(0, then.afterCommit)
    this.#events = this.#events.slice(0, then.events)
    this.#counted = this.#counted.slice(0, then.counted)
    this.#attempted = this.#attempted.slice(0, then.attempted)
    await this.#client.query(`ROLLBACK TO SAVEPOINT ${savepoint}`)
    this.#failure = undefined
  }

  /**
   * Called last before the commit: the events are added to the logs of their readers. They get
   * their positions after the commit. The commit may be sent when every count of rows is right.
   */
  async finish(): Promise<void> {
    const lines = await this.loggedEvents()
    if (lines.length > 0) {
      this.#grownLogs = new Set(lines.map(({ reader }) => reader))
      await this.write('SELECT record_events($1, $2, $3, $4)', [
        this.now,
        lines.map(({ reader }) => reader),
        lines.map(({ type }) => type),
        lines.map(({ text }) => text),
      ])
    }
    await Promise.all(this.#counted)
    // A statement that was never sent has failed here alone, and PostgreSQL would commit the others.
    if (this.#failure !== undefined) throw this.#failure
  }

  /**
   * Nothing more is sent: the connection may be used by others. Of readings that are made together,
   * one may have gone on after another had failed.
   */
  end(): void {
    this.#isOver = true
  }

  /** The error of the first statement that failed, if no savepoint was restored after it. */
  get failure(): Error | undefined {
    return this.#failure
  }

  /** The registered events, with a line for each log. */
  protected async loggedEvents(): Promise<LoggedLine[]> {
    const events = (await Promise.all(this.#events)).flat()
    return events.flatMap(({ type, readers, data }) => {
      const text = JSON.stringify(data)
      return readers.map((reader) => ({ reader, type, text }))
    })
  }

  /** The organizations to whose logs it has added events. */
  get grownLogs(): ReadonlySet<string> {
    return this.#grownLogs
  }

  async committed(): Promise<void> {
    await Promise.all(this.#afterCommit.map((work) => work()))
  }
}
