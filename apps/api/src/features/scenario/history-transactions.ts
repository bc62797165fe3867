import type { ClientBase, QueryResult, QueryResultRow } from 'pg'
import { statementName } from '../../platform/statement-name.ts'
import type { Ids } from '../../platform/ids.ts'
import {
  type Actor,
  type LoggedLine,
  WriteTransaction,
} from '../../platform/writes/write-transaction.ts'
import { historyIds } from './history-ids.ts'

/** The time and the ids of the step that is played. */
export class HistoryMoment implements Ids {
  readonly #name: string
  #ids: Ids
  #nowMs = 0
  #step = 0

  /** @param name The name of the scenario: its ids are the same wherever it is loaded. */
  constructor(name: string) {
    this.#name = name
    this.#ids = historyIds(name, 0)
  }

  get nowMs(): number {
    return this.#nowMs
  }

  /** The number of the step, from 0. */
  get step(): number {
    return this.#step
  }

  beginStep(step: number): void {
    this.#step = step
    this.#ids = historyIds(this.#name, step)
  }

  moveTo(timeMs: number): void {
    this.#nowMs = timeMs
  }

  next(): string {
    return this.#ids.next()
  }
}

/** The first statement that failed, and the step that made it. */
export interface FailedStep {
  readonly step: number
  readonly error: unknown
}

/** An event of a step, and the step's time and organization. */
interface PastEvent extends LoggedLine {
  readonly publisher: string
  readonly time: string
}

const eventsMax = 2000

/**
 * Runs what would be a transaction of the service, within the transaction of a load: with the
 * service's role, in the name of one organization, at the time of the step. Listeners of a commit
 * are not called.
 *
 * Statements are executed in the order in which they are made, each is sent at once, and nobody
 * waits for a write. PostgreSQL executes it while the next step is prepared.
 */
export class HistoryTransactions {
  readonly #client: ClientBase
  readonly #moment: HistoryMoment
  readonly #role: string
  /** The organization whose rows the connection sees. Undefined: it has the role of the owner. */
  #entered: string | undefined
  #failed: FailedStep | undefined
  #events: PastEvent[] = []
  #dueListener: (time: string) => void = () => undefined

  private constructor(client: ClientBase, moment: HistoryMoment, role: string) {
    this.#client = client
    this.#moment = moment
    this.#role = role
  }

  /** The client must have begun a transaction, as the owner of the tables. */
  static async begin(client: ClientBase, moment: HistoryMoment): Promise<HistoryTransactions> {
    const { rows } = await client.query<{ role: string }>('SELECT service_role() AS role')
    const [row] = rows
    if (row === undefined) throw new Error('the service role is unknown')
    return new HistoryTransactions(client, moment, row.role)
  }

  /** Undefined while none has failed. Every statement after it fails as well. */
  get failed(): FailedStep | undefined {
    return this.#failed
  }

  /** @param listener Called with a time at which a step makes something due. */
  onDue(listener: (time: string) => void): void {
    this.#dueListener = listener
  }

  becomesDue(time: string): void {
    this.#dueListener(time)
  }

  async run<T>(actor: Actor, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    this.#enter(actor.organizationId)
    const tx = new PastTransaction(this.#client, actor, this.#moment, this)
    const done = await work(tx)
    const { organizationId: publisher } = actor
    const lines = await tx.pastEvents()
    this.#events.push(...lines.map((line) => ({ ...line, publisher, time: tx.now })))
    if (this.#events.length >= eventsMax) this.#appendEvents()
    return done
  }

  async query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    const { step } = this.#moment
    try {
      const statement = { name: statementName(text), text, values: [...values] }
      return await this.#client.query<Row>(statement)
    } catch (error) {
      this.#failed ??= { step, error }
      throw error
    }
  }

  /**
   * A statement whose result nobody needs. With `otherwise`, it is an error with this message
   * unless the statement writes exactly one row.
   */
  write(text: string, values: readonly unknown[], otherwise?: string): void {
    const { step } = this.#moment
    this.query(text, values).then(
      ({ rowCount }) => {
        if (otherwise === undefined || rowCount === 1) return
        this.#failed ??= { step, error: new Error(otherwise) }
      },
      () => undefined,
    )
  }

  /** Like {@link write}, with the role of the owner, without an organization. */
  writeAsOwner(text: string, values: readonly unknown[]): void {
    this.#leave()
    this.write(text, values)
  }

  /** A statement with the role of the owner, without an organization. */
  queryAsOwner<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[],
  ): Promise<QueryResult<Row>> {
    this.#leave()
    return this.query<Row>(text, values)
  }

  /**
   * Appends the events of all steps, and waits for every statement. The connection then has the
   * role of the owner.
   */
  async end(): Promise<void> {
    this.#appendEvents()
    await this.queryAsOwner('SELECT 1', [])
  }

  #enter(organizationId: string): void {
    if (this.#entered === organizationId) return
    this.write(setRole, [this.#role, organizationId])
    this.#entered = organizationId
  }

  #leave(): void {
    if (this.#entered === undefined) return
    this.#entered = undefined
    this.write(setRole, ['none', ''])
  }

  /** Many steps share an append, because each reads all earlier versions of the heads. */
  #appendEvents(): void {
    this.#leave()
    const events = this.#events
    this.#events = []
    if (events.length === 0) return
    this.write('SELECT append_past_events($1, $2, $3, $4, $5)', [
      events.map(({ publisher }) => publisher),
      events.map(({ time }) => time),
      events.map(({ reader }) => reader),
      events.map(({ type }) => type),
      events.map(({ text }) => text),
    ])
  }
}

const setRole = `SELECT set_config('role', $1, true), set_config('vadium.organization_id', $2, true),
  set_config('vadium.operator', 'off', true)`

/** Prepares each statement once, because a history repeats few statements many times. */
class PastTransaction extends WriteTransaction {
  readonly #transactions: HistoryTransactions

  constructor(
    client: ClientBase,
    actor: Actor,
    moment: HistoryMoment,
    transactions: HistoryTransactions,
  ) {
    super(client, actor, moment.nowMs, moment, () => undefined)
    this.#transactions = transactions
  }

  override query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    return this.#transactions.query<Row>(text, values)
  }

  override write(text: string, values: readonly unknown[]): Promise<void> {
    this.#transactions.write(text, values)
    return Promise.resolve()
  }

  override attempt(text: string, values: readonly unknown[]): Promise<void> {
    return this.write(text, values)
  }

  override writeOne(text: string, values: readonly unknown[], otherwise: string): Promise<void> {
    this.#transactions.write(text, values, otherwise)
    return Promise.resolve()
  }

  override becomesDue(time: string): void {
    this.#transactions.becomesDue(time)
  }

  pastEvents(): Promise<LoggedLine[]> {
    return this.loggedEvents()
  }
}
