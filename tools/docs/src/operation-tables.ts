import {
  groupDescriptions,
  mayNeedApproval,
  type Operation,
  operations,
  roleDescriptions,
  roles,
} from '@vadium/schema'
import { code, table } from './table.ts'

/** The operations of a resource, under its name in the SDK. */
interface Group {
  readonly name: string
  readonly operations: readonly Operation[]
}

/** The groups in the order in which they first appear. */
function groups(): Group[] {
  const names = [...new Set(operations.map(({ group }) => group))]
  return names.map((name) => ({
    name,
    operations: operations.filter(({ group }) => group === name),
  }))
}

const titleOf = (name: string): string => groupDescriptions[name]?.title ?? ''

/** The SDK method named after the verb of its command; a command that tails is `stream()` there. */
function methodOf({ group, command: [, verb], streams }: Operation): string {
  const name = (streams ? 'stream' : verb).replaceAll(/-(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )
  return `client.${group}.${name}()`
}

/** One line for each resource, with a link to its operations. */
export function groupsTable(): string {
  return table(
    ['Resource', 'Operations'],
    groups().map(({ name, operations: members }) => {
      const title = titleOf(name)
      const anchor = title.toLowerCase().replaceAll(' ', '-')
      const verbs = members.map(({ command: [, verb] }) => verb).join(', ')
      return [`[${title}](docs/api.md#${anchor})`, verbs]
    }),
  )
}

export function operationTables(): string {
  const sections = groups().map(({ name, operations: members }) => {
    const rows = members.map((operation) => [
      code(`${operation.method} ${operation.path}`),
      code(methodOf(operation)),
      code(`vadium ${operation.command.join(' ')}`),
      effectOf(operation),
    ])
    return `### ${titleOf(name)}\n\n${table(['Request', 'SDK', 'Command', 'Effect'], rows)}`
  })
  return sections.join('\n\n')
}

function effectOf(operation: Operation): string {
  const only = operation.sandboxOnly ? ' Only in a sandbox.' : ''
  return `${operation.description}${only}${mayNeedApproval(operation) ? ' May answer 202.' : ''}`
}

export function rolesTable(): string {
  return table(
    ['Role', 'Purpose'],
    roles.map((role) => [code(role), roleDescriptions[role]]),
  )
}

export function permissionsTable(): string {
  return table(
    ['Operation', ...roles.map(code)],
    operations.map((operation) => [
      code(operation.id),
      ...roles.map((role) => (operation.roles.includes(role) ? 'yes' : '')),
    ]),
  )
}
