import type { Instruction, listInstructions, OperationQuery } from '@vadium/schema'
import type { Tenant, TenantDatabase } from '../../platform/db/tenant.ts'
import { cutPage, type ListPage } from '../../platform/lists/list.ts'
import { positionText, readPosition } from '../../platform/lists/page-token.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

const columns = `
  i.transfer_id, i.custodian_id AS custodian, i.external_transfer_id, i.attempts, i.stalled,
  i.due_at AS next_attempt_time, i.last_error, i.created_at AS create_time`

/** The operator's view of instructions, and the retry of stalled ones. */
export class InstructionService {
  readonly #database: TenantDatabase
  readonly #wakeWorker: () => void

  constructor(database: TenantDatabase, wakeWorker: () => void) {
    this.#database = database
    this.#wakeWorker = wakeWorker
  }

  /** The instructions that have not ended, newest first. */
  async list(
    tenant: Tenant,
    { stalled }: OperationQuery<typeof listInstructions>,
    after: string | undefined,
    pageSize: number,
  ): Promise<ListPage<Instruction> | Refusal> {
    const from = after === undefined ? undefined : readPosition(after)
    const rows = await this.#database.read<Instruction>(
      tenant,
      {
        name: 'instructions',
        text: `SELECT ${columns} FROM instructions i
          WHERE (i.due_at IS NOT NULL OR i.stalled) AND ($1::boolean IS NULL OR i.stalled = $1)
            AND ($2::timestamptz IS NULL OR (i.created_at, i.transfer_id) < ($2, $3::uuid))
          ORDER BY i.created_at DESC, i.transfer_id DESC LIMIT $4`,
        values: [stalled ?? null, from?.createTime ?? null, from?.id ?? null, pageSize + 1],
      },
      'custom',
    )
    if (rows instanceof Refusal) return rows
    const position = (row: Instruction) =>
      positionText({ createTime: row.create_time, id: row.transfer_id })
    return cutPage(rows, pageSize, position, (row) => row)
  }

  /** Starts the attempts of a stalled instruction again from zero. */
  async resume(tx: WriteTransaction, transferId: string): Promise<Instruction | Refusal> {
    const known = await tx.row<{ stalled: boolean }>(
      'SELECT stalled FROM instructions WHERE transfer_id = $1 FOR UPDATE',
      [transferId],
    )
    if (known === undefined) {
      return new Refusal('INSTRUCTION_NOT_FOUND', [
        { field: 'transfer_id', issue: 'is not a transfer with an instruction', value: transferId },
      ])
    }
    if (!known.stalled) {
      return new Refusal('INVALID_STATE', [{ field: 'stalled', issue: 'is not stalled' }])
    }
    const row = await tx.row<Instruction>(
      `UPDATE instructions i SET due_at = $2, stalled = false, attempts = 0 WHERE transfer_id = $1
       RETURNING ${columns}`,
      [transferId, tx.now],
    )
    if (row === undefined) throw new Error(`the instruction of ${transferId} is missing`)
    tx.afterCommit(this.#wakeWorker)
    return row
  }
}
