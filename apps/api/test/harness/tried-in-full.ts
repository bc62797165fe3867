import { errorAnswer, type Operation, operations } from '@vadium/schema'
import { isLongRun } from './long-run.ts'

/** What the request pipeline distinguishes before the handler of an operation. */
function kindOf(operation: Operation): string {
  const { method, safe, streams, csv, sandboxOnly, params, query, body, errors, roles } = operation
  const parts = [params, query, body].map((part) => part !== undefined)
  const { status } = errorAnswer('UNAUTHENTICATED', errors)
  const operatorOnly = roles.every((role) => role === 'operator')
  return [method, safe, streams, csv, sandboxOnly, ...parts, status, operatorOnly].join(' ')
}

const oneOfEachKind = new Map(operations.map((operation) => [kindOf(operation), operation]))
const chosen: ReadonlySet<Operation> = new Set(isLongRun ? operations : oneOfEachKind.values())

/**
 * Whether tests send every variant of a request to the operation: to all operations in a long run,
 * otherwise to one of each kind, because the request pipeline treats those of a kind alike.
 */
export function isTriedInFull(operation: Operation): boolean {
  return chosen.has(operation)
}

/** For tests of what the request pipeline does alike for all operations of a kind. */
export const operationsOfEachKind = operations.filter(isTriedInFull)
