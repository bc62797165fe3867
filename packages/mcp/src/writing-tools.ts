import {
  approveApproval,
  consequenceOf,
  createMarkToMarketRequest,
  type Operation,
  previewableOperations,
  rejectApproval,
  sendCollateral,
} from '@vadium/schema'

/** Decisions of a second person are not those of an agent. */
const decisions: ReadonlySet<string> = new Set([approveApproval.id, rejectApproval.id])

/**
 * Whether an operation is a tool that writes: one of those who deal, whose effect can be said in a
 * sentence beforehand. What moves assets, or calls for some, is among them if its movements can be
 * previewed. Where mail goes is no matter of an agent.
 */
export function isWriting(operation: Operation): boolean {
  const { id, safe, roles, group, sandboxOnly } = operation
  if (safe || sandboxOnly === true || !roles.includes('execution')) return false
  if (decisions.has(id) || group === 'mail') return false
  const consequence = consequenceOf(operation)
  return (consequence !== 'moves' && consequence !== 'calls') || hasKnownMovements(operation)
}

function hasKnownMovements({ id }: Operation): boolean {
  return (
    id in previewableOperations || id === createMarkToMarketRequest.id || id === sendCollateral.id
  )
}
