import {
  alwaysWithTheAdmin,
  type ApprovalRule,
  approvableOperationNames,
  fixedRules,
  type Operation,
  operations,
  type Role,
  twoPersonPolicies,
} from '@vadium/schema'
import { code, table } from './table.ts'

/** Which requests need a second person in an installation for two people, by who asks. */
export function secondPersonTable(): string {
  return table(
    ['Request', 'An operator asks', 'Another organization asks'],
    approvableOperationNames.map((name) => {
      const operation = operations.find(({ id }) => id === name)
      if (operation === undefined) throw new Error(`there is no operation ${name}`)
      return [
        code(`vadium ${operation.command.join(' ')}`),
        asked(operation, ['operator'], twoPersonPolicies.platform),
        asked(operation, ['execution', 'admin'], twoPersonPolicies.organization),
      ]
    }),
  )
}

function asked(
  { id, roles }: Operation,
  asking: readonly Role[],
  policy: readonly ApprovalRule[],
): string {
  const isNamedIn = (rules: readonly ApprovalRule[]) =>
    rules.some(({ operation }) => operation === id)
  const permitted = asking.filter((role) => roles.includes(role))
  if (permitted.length === 0) return '—'
  if (isNamedIn(fixedRules)) return 'another operator, whatever the policy says'
  if (permitted.includes('operator') && isNamedIn(alwaysWithTheAdmin)) {
    return 'an admin of the organization, whatever the policies say'
  }
  if (isNamedIn(policy)) return '**another person**'
  return 'nobody, unless a policy names it'
}
