import type { ErrorReason, Role } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import type { Facts, Lifecycle } from '../../src/features/deals/lifecycle/lifecycle.ts'
import type { Stateful } from '../../src/features/deals/lifecycle/state-moves.ts'
import { Refusal } from '../../src/platform/refusal.ts'

/** What blocks an action: the members of a record that differ, and the refusal. */
export type Blocked<Resource> = readonly [
  when: string,
  changes: Partial<Resource>,
  refusal: Refusal,
  /** How it is shown with the action. Default: the issue of the first detail. */
  shown?: string,
]

/** What blocks an action of an organization with a record that nothing blocks. */
export interface BlockerTable<Move extends string, Resource> {
  readonly action: Move
  readonly by: string
  readonly unblocked: Resource
  /** In the order of decision. */
  readonly blocked: readonly Blocked<Resource>[]
}

/**
 * Tests that an action is possible if nothing blocks it, and that each line of a table blocks it,
 * alone and together with all lines below.
 */
export function testBlockers<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts,
>(
  lifecycle: Lifecycle<State, Move, Resource, F>,
  facts: F,
  tables: readonly BlockerTable<Move, Resource>[],
): void {
  describe.each(tables)(
    '$action by $by while $unblocked.status',
    ({ action, by, unblocked, blocked }) => {
      it('is possible if nothing blocks it', () => {
        expect(verdict(lifecycle, unblocked, action, { by, facts })).toEqual(possible)
      })

      it.each(inOrder(unblocked, blocked))('is refused %s', (_when, record, refusal, shown) => {
        expect(verdict(lifecycle, record, action, { by, facts })).toEqual(
          refused(refusal, shown ?? refusal.details[0]?.issue),
        )
      })
    },
  )
}

/** Each line of a table as a record, alone and together with all lines below. */
export function inOrder<Resource extends object>(
  unblocked: Resource,
  table: readonly Blocked<Resource>[],
): (readonly [when: string, record: Resource, refusal: Refusal, shown: string | undefined])[] {
  return table.flatMap(([when, changes, refusal, shown], i) => {
    const others = table.slice(i + 1).toReversed()
    const below = others.reduce<Resource>((all, [, one]) => ({ ...all, ...one }), unblocked)
    return [
      [when, { ...unblocked, ...changes }, refusal, shown],
      [`${when}, before what is below`, { ...below, ...changes }, refusal, shown],
    ] as const
  })
}

interface Asked<F> {
  readonly by: string
  readonly facts: F
  readonly role?: Role
}

/** The refusal of an action, and the reason that is shown with it. */
export function verdict<
  State extends string,
  Move extends string,
  Resource extends Stateful<State>,
  F extends Facts,
>(
  lifecycle: Lifecycle<State, Move, Resource, F>,
  resource: Resource,
  action: Move,
  { by: organizationId, facts, role = 'execution' }: Asked<F>,
): { refusal: Refusal | undefined; available: boolean | undefined; reason?: string | null } {
  const viewer = { organizationId, role, nowMs: facts.nowMs }
  const offered = lifecycle.offered(resource, viewer, facts).find((one) => one.action === action)
  return {
    refusal: lifecycle.refusalOf(resource, action, { organizationId, facts }),
    available: offered?.available,
    ...(offered && { reason: offered.reason }),
  }
}

/** The verdict on an action that nothing blocks. */
export const possible = { refusal: undefined, available: true, reason: null }

/** The verdict on an action that is refused. */
export function refused(refusal: Refusal, reason = refusal.details[0]?.issue) {
  return { refusal, available: false, reason }
}

/** A refusal with one detail, or with one for each value. */
export function refusalOf(
  reason: ErrorReason,
  field: string,
  issue: string,
  ...values: string[]
): Refusal {
  const details = values.map((value) => ({ field, issue, value }))
  return new Refusal(reason, details.length > 0 ? details : [{ field, issue }])
}

/** A refusal because of the state of the resource. */
export function notNow(field: string, issue: string, ...values: string[]): Refusal {
  return refusalOf('INVALID_STATE', field, issue, ...values)
}
