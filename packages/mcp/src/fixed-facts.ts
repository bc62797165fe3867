import type { ResolvedParty, ResolvedRequest } from '@vadium/schema'

/** What must not change between a question and the request, as text under what it is. */
export type FixedFacts = Readonly<Record<string, string>>

/** What is other than it was, in a line each. */
export function changesOf(before: FixedFacts, now: FixedFacts = {}): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names]
    .filter((name) => before[name] !== now[name])
    .map((name) => `${name}: ${before[name] ?? 'nothing'} before, ${now[name] ?? 'nothing'} now`)
}

type Movement = ResolvedRequest['movements'][number]

/**
 * The parties, wallets, tokens and quantities of a resolved request, and what it agrees on. What
 * follows from the time or from prices is not fixed: interest, a termination, and what moves later.
 */
export function fixedFactsOf(resolved: ResolvedRequest): FixedFacts {
  const { movements, counterparty_id, wallet_changes, rate, maturity, terms, close_out } = resolved
  const facts = [
    ['counterparty', counterparty_id],
    ...movements.map((movement, at) => [
      `movement ${at + 1}`,
      movementText(movement, close_out === null),
    ]),
    ...wallet_changes.map(({ leg, token, before, after }) => [
      `${leg} wallet`,
      `of ${token}, ${String(before.wallet_id)} to ${String(after.wallet_id)}`,
    ]),
    ...(rate === null ? [] : [['rate', `${rate.after_percent} percent`]]),
    ...(maturity === null ? [] : [['maturity', maturity.after_time]]),
    ...(terms === null ? [] : [['terms version', String(terms.after_version)]]),
  ]
  return Object.fromEntries(facts) as FixedFacts
}

function movementText(movement: Movement, isByQuantity: boolean): string {
  const { leg, when, token, quantity, sender, receiver } = movement
  const isFixed = isByQuantity && leg !== 'interest' && when !== 'afterwards' && quantity !== null
  const amount = isFixed ? `${quantity} ${token}` : token
  return `${leg} ${amount} from ${placeOf(sender)} to ${placeOf(receiver)}, ${when}`
}

function placeOf({ organization_id, wallet_id }: ResolvedParty): string {
  return wallet_id === null ? organization_id : `${organization_id} (wallet ${wallet_id})`
}
