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
  /** RFC 3339; null where it was sent and never arrived. */
  readonly submittedAt: string | null
  readonly finalWord: FinalWord | null
}

/** For which instructions a script is meant: all that are named must hold. */
export interface ScriptTarget {
  readonly externalTransferId?: string
  readonly token?: string
  /** For how many instructions, 1 to 1,000,000. Default 1. */
  readonly times?: number
}

const scriptsWaitingMax = 1000

const columns = `external_transfer_id AS "externalTransferId", token,
  trim_scale(quantity)::text AS quantity, sender_wallet_id AS "senderWalletId",
  receiver_wallet_id AS "receiverWalletId", script, submissions, replies_lost AS "repliesLost",
  movements_begun AS "movementsBegun", submitted_at AS "submittedAt", final_word AS "finalWord"`

/** What one simulated custodian remembers, in transactions of its own: no caller can undo it. */
export class SimulatedMemory {
  readonly #pool: Pool
  readonly #custodianId: string

  constructor(pool: Pool, custodianId: string) {
    this.#pool = pool
    this.#custodianId = custodianId
  }

  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(this.#pool, withoutOrganization, work)
  }

  async read(externalTransferId: string): Promise<RememberedInstruction | undefined> {
    return this.#one(this.#pool, 'simulated read', '', externalTransferId)
  }

  /** Locked until the transaction ends. */
  async lock(
    client: PoolClient,
    externalTransferId: string,
  ): Promise<RememberedInstruction | undefined> {
    return this.#one(client, 'simulated lock', 'FOR UPDATE', externalTransferId)
  }

  /** Writes an instruction down where none is known under its id; whether it did. */
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

  /** Whether what is known under the id of an instruction is the same movement. */
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

  /** What makes an instruction the movement that it is. */
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

  /** Writes what has changed since it was locked. */
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

  /** All that have arrived, in the order of their ids. */
  async arrived(): Promise<RememberedInstruction[]> {
    const { rows } = await this.#pool.query<RememberedInstruction>({
      name: 'simulated arrived',
      text: `SELECT ${columns} FROM simulated_instructions
             WHERE custodian_id = $1 AND submitted_at IS NOT NULL ORDER BY external_transfer_id`,
      values: [this.#custodianId],
    })
    return rows.map((row) => ({ ...row, script: readScript(row.script) }))
  }

  /** Keeps a script for instructions to come, unless too many wait already; whether it did. */
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

  /** The oldest script that is meant for an instruction, one that names its id before others; used up. */
  async takeScript(
    client: PoolClient,
    { externalTransferId, token }: TransferInstruction,
  ): Promise<ScriptChanges | undefined> {
    // All that match are locked, in one order: of two that look at once, the second sees what is left.
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
