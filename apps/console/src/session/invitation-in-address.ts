const start = '#invitation='

export const addressHasInvitation = (): boolean => location.hash.startsWith(start)

/**
 * Takes the fragment of an invitation from the address, and removes it from there and from the
 * history at once. It is kept in memory alone.
 */
export function takeInvitationFromAddress(): string | undefined {
  if (!addressHasInvitation()) return undefined
  const { hash, pathname, search } = location
  history.replaceState(history.state, '', `${pathname}${search}`)
  return hash
}
