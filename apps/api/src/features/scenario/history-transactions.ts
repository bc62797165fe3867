import type { ClientBase, QueryResult, QueryResultRow } from 'pg'
import type { Ids } from '../../platform/ids.ts'
import { type Actor, WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { historyIds } from './history-ids.ts'

/** The time and the ids of the step that is played. */
export class HistoryMoment implements Ids {
  readonly #name: string
  #ids: Ids
  #nowMs = 0

  /** @param name The name of the scenario: its ids are the same wherever it is loaded. */
  constructor(name: string) {
    this.#name = name
    this.#ids = historyIds(name, 0)
  }

  get nowMs(): number {
    return this.#nowMs
  }

  beginStep(step: number): void {
    this.#ids = historyIds(this.#name, step)
  }

  moveTo(timeMs: number): void {
    this.#nowMs = timeMs
  }

  next(): string {
    return this.#ids.next()
  }
}

/**
 * Runs what would be a transaction of the service, within the transaction of a load: with the
 * service's role, in the name of one organization, at the time of the step. Listeners of a commit
 * are not called.
 */
export class HistoryTransactions {
  readonly #client: ClientBase
  readonly #moment: HistoryMoment
  readonly #role: string
  /** The organization whose rows the connection sees. Undefined: it has the role of the owner. */
  #entered: string | undefined

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

  async run<T>(actor: Actor, work: (tx: WriteTransaction) => Promise<T>): Promise<T> {
    await this.#enter(actor.organizationId)
    const tx = new PreparedTransaction(this.#client, actor, this.#moment)
    const done = await work(tx)
    await tx.appendEvents()
    return done
  }

  /** Gives the connection the role of the owner again, and no organization. */
  async leave(): Promise<void> {
    if (this.#entered === undefined) return
    this.#entered = undefined
    await this.#client.query("SET LOCAL ROLE NONE; SET LOCAL vadium.organization_id = ''")
  }

  async #enter(organizationId: string): Promise<void> {
    if (this.#entered === organizationId) return
    await this.#client.query({
      name: 'history enter',
      text: `SELECT set_config('role', $1, true), set_config('vadium.organization_id', $2, true),
        set_config('vadium.operator', 'off', true)`,
      values: [this.#role, organizationId],
    })
    this.#entered = organizationId
  }
}

/** Prepares each statement once, because a history repeats few statements many times. */
class PreparedTransaction extends WriteTransaction {
  readonly #client: ClientBase

  constructor(client: ClientBase, actor: Actor, moment: HistoryMoment) {
    super(client, actor, moment.nowMs, moment, () => undefined)
    this.#client = client
  }

  override query<Row extends QueryResultRow>(
    text: string,
    values: readonly unknown[] = [],
  ): Promise<QueryResult<Row>> {
    return this.#client.query<Row>({ name: nameOf(text), text, values: [...values] })
  }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `history ${names.size}`
  names.set(text, name)
  return name
}
