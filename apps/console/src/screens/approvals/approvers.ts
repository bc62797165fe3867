import type { Credential } from '@vadium/client'
import { type Operation } from '@vadium/schema'
import { approvableDefinitions } from './approvable-definitions.ts'

/** A rule as far as it says who can approve. */
export interface AskedRule {
  readonly operation: string
  readonly approvals: number
  readonly withinSeconds: number
}

/** Why the requests of a rule may find nobody who may approve them. */
export interface Shortage {
  readonly operation: string
  /** How many accounts may make or approve the request, and how many are needed. */
  readonly accounts: number
  readonly needed: number
  /**
   * How many of the accounts have a key from within the time to decide. The account that gave it may
   * count as the same person.
   */
  readonly recent: number
}

/**
 * The rules for whose requests too few accounts exist, or too few whose keys are older than the time
 * to decide. The service compares who gave the keys; this is what their list alone can say.
 */
export function shortages(
  rules: readonly AskedRule[],
  credentials: readonly Credential[],
  nowMs: number,
): readonly Shortage[] {
  const definitions: Readonly<Record<string, Operation>> = approvableDefinitions
  const valid = credentials.filter(
    ({ revoke_time, expire_time }) =>
      revoke_time === null && (expire_time === null || Date.parse(expire_time) > nowMs),
  )
  return rules.flatMap(({ operation, approvals, withinSeconds }) => {
    const roles: readonly string[] = definitions[operation]?.roles ?? []
    const able = valid.filter(({ role }) => roles.includes(role))
    const accounts = new Set(able.map(({ account_id }) => account_id))
    const sinceMs = nowMs - withinSeconds * 1_000
    const recent = new Set(
      credentials
        .filter(({ account_id }) => accounts.has(account_id))
        .filter(({ create_time }) => Date.parse(create_time) > sinceMs)
        .map(({ account_id }) => account_id),
    )
    const needed = approvals + 1
    if (definitions[operation] === undefined || accounts.size - recent.size >= needed) return []
    return [{ operation, accounts: accounts.size, needed, recent: recent.size }]
  })
}
