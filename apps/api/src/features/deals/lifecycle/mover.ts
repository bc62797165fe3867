import type { Actor, Transition } from '@vadium/schema'
import type { Sides } from './deal.ts'

/** Who moves: an organization, as the side it is on; or the service, or a custodian. */
export type Mover =
  | { readonly organizationId: string }
  | { readonly organizationId?: never; readonly actor: 'service' | 'custodian' }

export function mayMove(transition: Transition, sides: Sides, mover: Mover): boolean {
  if (mover.organizationId === undefined) return transition.by.includes(mover.actor)
  return actorsOf(sides, mover.organizationId).some((actor) => transition.by.includes(actor))
}

function actorsOf(sides: Sides, organizationId: string): Actor[] {
  const actors: Actor[] = []
  if (organizationId === sides.lenderId) actors.push('lender')
  if (organizationId === sides.borrowerId) actors.push('borrower')
  // Where it is not known who asked, either side may stand for both.
  if (sides.creatorId == null) return [...actors, 'creator', 'counterparty']
  actors.push(organizationId === sides.creatorId ? 'creator' : 'counterparty')
  return actors
}

/** Those of the sides that may make a move, for people. */
export function parties({ by }: Transition): string {
  return by.filter((actor) => actor !== 'service' && actor !== 'custodian').join(' or the ')
}
