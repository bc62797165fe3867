/** The members whose value is the id of an organization. */
const name = /^(?:organization|lender|borrower|counterparty|creator|declarer|proposer|decider)_id$/

type Members = Readonly<Record<string, unknown>>

/** Whether a member is the id of an organization, and its name is not in the member beside it. */
export function isUnnamedOrganization(member: string, siblings: object): boolean {
  return name.test(member) && !Object.hasOwn(siblings, member.replace(/_id$/, '_name'))
}

/** The id of an organization that a member has without its name. Undefined for others. */
export function unnamedOrganization(member: string, members: Members): string | undefined {
  const { [member]: value } = members
  if (typeof value !== 'string' || !isUnnamedOrganization(member, members)) return undefined
  return value.replace(/^organizations\//, '')
}

/** Whether an answer has the id of an organization without its name. */
export function hasUnnamedOrganization(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const members = answer as Members
  return Object.entries(members).some(
    ([member, value]) =>
      unnamedOrganization(member, members) !== undefined || hasUnnamedOrganization(value),
  )
}
