/** What this browser keeps for an organization begins with this, such as its saved views. */
const keptBegin = 'vadium-views-'
const ownerBegin = 'vadium-organization-'

/** The name under which this browser keeps the views of a list for an organization. */
export const viewsEntry = (organizationId: string, path: string): string =>
  `${keptBegin}${organizationId}-${path}`

/** Remembers whose key a key of this browser is, so that what is kept can go with it. */
export function rememberOrganization(profileId: string, organizationId: string): void {
  localStorage.setItem(`${ownerBegin}${profileId}`, organizationId)
}

/** Removes what is kept for organizations of which none of these keys is. */
export function removeKeptWithout(profileIds: readonly string[]): void {
  const owners = new Map(
    profileIds.map((id) => [`${ownerBegin}${id}`, localStorage.getItem(`${ownerBegin}${id}`)]),
  )
  const kept = [...owners.values()].map((id) => `${keptBegin}${id}-`)
  for (const entry of Object.keys(localStorage)) {
    const isOwner = entry.startsWith(ownerBegin) && !owners.has(entry)
    const isKept = entry.startsWith(keptBegin) && !kept.some((begin) => entry.startsWith(begin))
    if (isOwner || isKept) localStorage.removeItem(entry)
  }
}
