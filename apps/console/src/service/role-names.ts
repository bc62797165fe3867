import type { Role } from '@vadium/schema'
import type { Option } from './choices.ts'

const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  execution: 'Execution',
  reporting: 'Reporting',
  admin: 'Administrator',
  operator: 'Operator',
}

const isKnown = (role: string): role is Role => Object.hasOwn(roleNames, role)

/** The name of a role for people. A role that this page does not know keeps the service's name. */
export const roleName = (role: string): string => (isKnown(role) ? roleNames[role] : role)

/** A role as a form or a filter offers it. */
export const roleOption = (role: Role): Option => ({ value: role, name: roleNames[role] })
