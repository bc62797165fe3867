import type { Actor, Transition } from '@vadium/schema'
import type { Sides } from './deal.ts'

/** Who changes a state: an organization as one of the sides, the service, or a custodian. */
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
  if (organizationId === sides.receiverId) actors.push('receiver')
  if (sides.creatorId === undefined) return actors
  actors.push(organizationId === sides.creatorId ? 'creator' : 'counterparty')
  return actors
}

/** The sides that may make a transition, as text. */
export function parties({ by }: Transition): string {
  return by.filter((actor) => actor !== 'service' && actor !== 'custodian').join(' or the ')
}
