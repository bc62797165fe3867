import { operations } from '@vadium/schema'

/** The summaries of all operations, for screens that need not load the operations themselves. */
export function operationSummaries(): string {
  const members = operations.map(({ id, summary }) => `${id}: ${JSON.stringify(summary)},`)
  return `// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.

/** What each operation does, in few words, by its id. Their definitions are many times as large. */
export const operationSummaries: Readonly<Record<string, string>> = { ${members.join('\n')} }
`
}
