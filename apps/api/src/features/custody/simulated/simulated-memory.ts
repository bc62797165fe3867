import type { Pool, PoolClient } from 'pg'
import { withoutOrganization, inTransaction } from '../../../platform/db/transaction.ts'
import type { TransferInstruction } from '../custody-adapter.ts'
import {
  readChanges,
  readScript,
  type ScriptChanges,
  type SimulatedScript,
} from './simulated-script.ts'
import type { FinalWord } from './simulated-statuses.ts'

/** What the simulated custodian knows of an instruction. */
export interface RememberedInstruction {
  readonly externalTransferId: string
  readonly token: string
  readonly quantity: string
  readonly senderWalletId: string
  readonly receiverWalletId: string
  readonly script: SimulatedScript
  readonly submissions: number
  readonly repliesLost: number
  readonly movementsBegun: number
  /** RFC 3339. Null if it was sent but never arrived. */
  readonly submittedAt: string | null
  readonly finalWord: FinalWord | null
}

/** Which instructions a script applies to. Every given member must match. */
export interface ScriptTarget {
  readonly externalTransferId?: string
  readonly token?: string
  /** The number of instructions, from 1 to 1,000,000. Default: 1. */
  readonly times?: number
}

const scriptsWaitingMax = 1000

const columns = `external_transfer_id AS "externalTransferId", token,
  trim_scale(quantity)::text AS quantity, sender_wallet_id AS "senderWalletId",
  receiver_wallet_id AS "receiverWalletId", script, submissions, replies_lost AS "repliesLost",
  movements_begun AS "movementsBegun", submitted_at AS "submittedAt", final_word AS "finalWord"`

/**
 * Its commits do not wait for the disk. What the book records of an answer is committed after the
 * answer, in the same log of the database, so a crash that loses what the custodian knows loses what
 * the book knows of it as well, and the custodian is asked again.
 */
const begin = 'BEGIN; SET LOCAL synchronous_commit = off'

/**
 * The memory of one simulated custodian. It uses its own transactions, so no rollback of a caller
 * affects it.
 */
export class SimulatedMemory {
  readonly #pool: Pool
  readonly #custodianId: string

  constructor(pool: Pool, custodianId: string) {
    this.#pool = pool
    this.#custodianId = custodianId
  }

  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, withoutOrganization, work, { begin })
  }

  async read(externalTransferId: string): Promise<RememberedInstruction | undefined> {
    return this.#one(this.#pool, 'simulated read', '', externalTransferId)
  }

  /** Locks the row until the transaction ends. */
  async lock(
    client: PoolClient,
    externalTransferId: string,
  ): Promise<RememberedInstruction | undefined> {
    return this.#one(client, 'simulated lock', 'FOR UPDATE', externalTransferId)
  }

  /**
   * Inserts an instruction if its id is unknown.
   * @returns whether it was inserted.
   */
  async insert(
    client: PoolClient,
    instruction: TransferInstruction,
    script: SimulatedScript,
  ): Promise<boolean> {
    const { rowCount } = await client.query({
      name: 'simulated insert',
      text: `
        INSERT INTO simulated_instructions (custodian_id, external_transfer_id, token, quantity,
          sender_wallet_id, sender_address, receiver_wallet_id, receiver_address, script)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
      values: [...this.#movement(instruction), JSON.stringify(script)],
    })
    return rowCount === 1
  }

  /** Whether the instruction known under this id is the same transfer. */
  async isSame(client: PoolClient, instruction: TransferInstruction): Promise<boolean> {
    const { rowCount } = await client.query({
      name: 'simulated same',
      text: `
        SELECT FROM simulated_instructions
        WHERE custodian_id = $1 AND external_transfer_id = $2 AND token = $3
          AND quantity = $4::numeric AND (sender_wallet_id, sender_address) = ($5, $6)
          AND (receiver_wallet_id, receiver_address) = ($7, $8)`,
      values: this.#movement(instruction),
    })
    return rowCount === 1
  }

  /** The values that identify a transfer. */
  #movement(instruction: TransferInstruction): string[] {
    const { externalTransferId, token, quantity, sender, receiver } = instruction
    return [
      this.#custodianId,
      externalTransferId,
      token,
      quantity,
      sender.id,
      sender.address,
      receiver.id,
      receiver.address,
    ]
  }

  /** Stores the changes since the row was locked. */
  async update(client: PoolClient, changed: RememberedInstruction): Promise<void> {
    await client.query({
      name: 'simulated update',
      text: `
        UPDATE simulated_instructions
        SET script = $3, submissions = $4, replies_lost = $5, movements_begun = $6,
          submitted_at = $7, final_word = $8
        WHERE custodian_id = $1 AND external_transfer_id = $2`,
      values: [
        this.#custodianId,
        changed.externalTransferId,
        JSON.stringify(changed.script),
        changed.submissions,
        changed.repliesLost,
        changed.movementsBegun,
        changed.submittedAt,
        changed.finalWord,
      ],
    })
  }

  /** All instructions that have arrived, by id. */
  async arrived(): Promise<RememberedInstruction[]> {
    const { rows } = await this.#pool.query<RememberedInstruction>({
      name: 'simulated arrived',
      text: `SELECT ${columns} FROM simulated_instructions
             WHERE custodian_id = $1 AND submitted_at IS NOT NULL ORDER BY external_transfer_id`,
      values: [this.#custodianId],
    })
    return rows.map((row) => ({ ...row, script: readScript(row.script) }))
  }

  /**
   * Keeps a script for later instructions, unless too many are waiting.
   * @returns whether it was kept.
   */
  async keepScript(script: ScriptChanges, target: ScriptTarget): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `INSERT INTO simulated_scripts (custodian_id, external_transfer_id, token, uses_left, script)
       SELECT $1, $2, $3, $4, $5
       WHERE (SELECT count(*) FROM simulated_scripts WHERE custodian_id = $1) < $6`,
      [
        this.#custodianId,
        target.externalTransferId,
        target.token,
        target.times ?? 1,
        JSON.stringify(script),
        scriptsWaitingMax,
      ],
    )
    return rowCount === 1
  }

  /**
   * Takes the oldest script that applies to an instruction, and uses it up. A script that names the
   * id comes first.
   */
  async takeScript(
    client: PoolClient,
    { externalTransferId, token }: TransferInstruction,
  ): Promise<ScriptChanges | undefined> {
    // All matching scripts are locked in the same order, so a concurrent call sees what is left.
    const { rows } = await client.query<{ id: number; named: boolean; script: unknown }>({
      name: 'simulated scripts',
      text: `
        SELECT id, external_transfer_id IS NOT NULL AS named, script FROM simulated_scripts
        WHERE custodian_id = $1 AND coalesce(external_transfer_id, $2) = $2
          AND coalesce(token, $3) = $3
        ORDER BY id FOR UPDATE`,
      values: [this.#custodianId, externalTransferId, token],
    })
    const taken = rows.find(({ named }) => named) ?? rows[0]
    if (taken === undefined) return undefined
    const { rowCount } = await client.query(
      'UPDATE simulated_scripts SET uses_left = uses_left - 1 WHERE id = $1 AND uses_left > 1',
      [taken.id],
    )
    if (rowCount === 0) {
      await client.query('DELETE FROM simulated_scripts WHERE id = $1', [taken.id])
    }
    return readChanges(taken.script)
  }

  async #one(
    client: Pick<Pool, 'query'> | PoolClient,
    name: string,
    lock: '' | 'FOR UPDATE',
    externalTransferId: string,
  ): Promise<RememberedInstruction | undefined> {
    const { rows } = await client.query<RememberedInstruction>({
      name,
      text: `SELECT ${columns} FROM simulated_instructions
             WHERE custodian_id = $1 AND external_transfer_id = $2 ${lock}`,
      values: [this.#custodianId, externalTransferId],
    })
    const [row] = rows
    return row && { ...row, script: readScript(row.script) }
  }
}
