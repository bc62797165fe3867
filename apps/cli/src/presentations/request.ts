import type { Operation } from '@vadium/schema'
import type { OperationInput } from '../schemas/operation-input.ts'
import { pairs, section, tableOf } from '../terminal/sections.ts'

/** A member of a request, as `terms.haircut`, and its value. */
export type MemberRow = readonly [member: string, value: string]

/** A request as a person reads it before it is sent. */
export function requestLines(operation: Operation, input: OperationInput, url: string): string[] {
  const { params = {}, query = {}, body = {} } = input
  const rows = [
    ['sends', `${operation.method} ${operation.path}`],
    ['to', url],
  ] as const
  return [
    operation.summary,
    ...pairs(rows).map((line) => `  ${line}`),
    ...section('Request', tableOf(['MEMBER', 'VALUE'], [params, query, body].flatMap(memberRows))),
  ]
}

/** Every member of a value, also those within others. */
export function memberRows(value: unknown): MemberRow[] {
  return rowsOf('', value)
}

function rowsOf(name: string, value: unknown): MemberRow[] {
  if (typeof value !== 'object' || value === null) {
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]]
  }
  const members = Array.isArray(value)
    ? value.map((item: unknown, index) => [`${name}[${index}]`, item] as const)
    : Object.entries(value).map(
        ([member, item]: [string, unknown]) =>
          [name === '' ? member : `${name}.${member}`, item] as const,
      )
  if (members.length === 0 && name !== '') return [[name, JSON.stringify(value)]]
  return members.flatMap(([member, item]) => rowsOf(member, item))
}
