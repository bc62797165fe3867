import type { Tenant } from '../../../platform/db/tenant.ts'
import type { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'

/**
 * The sides of a deal whose default is declared, and whose cause is there or cannot be known for
 * want of a price: by side, the id of a notice against it. Null: there is none.
 */
export interface DeclaredDefaults {
  readonly lender: string | null
  readonly borrower: string | null
}

/** By the id of the position. One that is left out has none. */
export type DefaultsByPosition = ReadonlyMap<string, DeclaredDefaults>

/** Whether the deal of a resource has a notice, so that its defaults must be read. */
export interface PossiblyDeclared {
  readonly positionId: string
  readonly hasNotice: boolean
}

/** Reads the declared defaults of positions at current prices. */
export interface DefaultsReader {
  /** `nowMs` is Unix milliseconds. */
  read(
    tenant: Tenant,
    positionIds: readonly string[],
    nowMs: number,
  ): Promise<DefaultsByPosition | Refusal>

  /** The same within a write. */
  within(tx: WriteTransaction, positionIds: readonly string[]): Promise<DefaultsByPosition>
}

/** The positions of resources whose defaults must be read, each once. */
export function positionsWithNotice(resources: readonly PossiblyDeclared[]): string[] {
  const those = resources.filter(({ hasNotice }) => hasNotice)
  return [...new Set(those.map(({ positionId }) => positionId))]
}
