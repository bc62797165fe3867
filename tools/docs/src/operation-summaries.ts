import { acceptInvitation, openInvitation, operations } from '@vadium/schema'

const generated =
  '// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.'

/** The roles of all safe operations, for a menu that need not load the operations themselves. */
export function readingRoles(): string {
  const members = operations
    .filter(({ safe }) => safe)
    .map(({ id, roles }) => `${id}: ${JSON.stringify(roles)},`)
  return `${generated}

import type { Role } from '@vadium/schema'

/** Which roles may read what, by the id of the operation. */
export const readingRoles = { ${members.join('\n')} } as const satisfies Readonly<
  Record<string, readonly Role[]>
>
`
}

/**
 * The summaries of all operations of an audit trail, for screens that need not load the operations
 * themselves.
 */
export function operationSummaries(): string {
  const members = [...operations, openInvitation, acceptInvitation].map(
    ({ id, summary }) => `${id}: ${JSON.stringify(summary)},`,
  )
  return `${generated}

/** What each operation does, in few words, by its id. Their definitions are many times as large. */
export const operationSummaries: Readonly<Record<string, string>> = { ${members.join('\n')} }
`
}
