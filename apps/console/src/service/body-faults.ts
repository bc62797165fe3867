import { VadiumError } from '@vadium/client'
import type { WriteState } from './write.ts'

/** What the schema says of a member of a body. */
interface MemberSchema {
  readonly pattern?: string
  readonly enum?: readonly string[]
  readonly description?: string
  readonly 'x-expected'?: string
}

export interface BodySchema {
  readonly properties: Readonly<Record<string, MemberSchema>>
  readonly required?: readonly string[]
}

/** What is wrong with the members of a body, by their names. */
export type Faults = Readonly<Record<string, string>>

/** Every member that the schema of the operation would refuse. An empty text is no value. */
export function bodyFaults(
  { properties, required = [] }: BodySchema,
  values: Readonly<Record<string, string | undefined>>,
): Faults {
  const faults: Record<string, string> = {}
  for (const [name, schema] of Object.entries(properties)) {
    const value = values[name] ?? ''
    if (value === '') {
      if (required.includes(name)) faults[name] = 'is required'
    } else if (!isAllowed(schema, value)) {
      faults[name] = `must be ${schema['x-expected'] ?? 'one of the offered values'}`
    }
  }
  return faults
}

function isAllowed({ pattern, enum: values }: MemberSchema, value: string): boolean {
  if (values !== undefined && !values.includes(value)) return false
  return pattern === undefined || new RegExp(pattern, 'u').test(value)
}

/** The members that the service refused, with the reason that it gives. */
export function refusedMembers(written: WriteState<unknown>): Faults {
  if (written.state !== 'refused' || !(written.error instanceof VadiumError)) return {}
  return Object.fromEntries(written.error.details.map(({ field, issue }) => [field, issue]))
}
