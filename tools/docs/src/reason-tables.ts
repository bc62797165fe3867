import {
  errorAnswer,
  errorReason,
  type ErrorReason,
  errorReasons,
  type Operation,
  operationReasons,
  operations,
} from '@vadium/schema'
import { code, table } from './table.ts'

const reasons = Object.keys(errorReasons) as ErrorReason[]

export function errorsTable(): string {
  return table(
    ['Reason', 'Code', 'Status', 'Retried by the SDK', 'Meaning'],
    reasons.map((name) => {
      const { code: canonical, status, retry, message } = errorReason(name)
      return [code(name), code(canonical), String(status), retry.replaceAll('_', ' '), message]
    }),
  )
}

/** The kinds of operations that have reasons in common. */
const kinds: readonly [string, (operation: Operation) => boolean][] = [
  ['Every operation', () => true],
  ['With a body', ({ body }) => body !== undefined],
  ['With a query or an id in its path', ({ query, params }) => (query ?? params) !== undefined],
  ['A list with pages', ({ query }) => query?.properties['page_token'] !== undefined],
  ['A write', ({ safe }) => !safe],
  ['In a sandbox only', ({ sandboxOnly }) => sandboxOnly === true],
]

/** For each kind, the reasons that all its operations and no others may answer. */
const shared: ReadonlyMap<string, readonly ErrorReason[]> = new Map(
  kinds.map(([kind, isOfKind]) => [
    kind,
    reasons.filter((reason) => {
      const givers = operations.filter((one) => operationReasons(one).includes(reason))
      return givers.length > 0 && operations.every((one) => givers.includes(one) === isOfKind(one))
    }),
  ]),
)
const sharedReasons = [...shared.values()].flat()

/** Each status with its reasons: `404 ORDER_NOT_FOUND`. */
function byStatus(some: readonly ErrorReason[]): string {
  const statuses = new Map<number, string[]>()
  for (const reason of some) {
    const { status } = errorAnswer(reason)
    statuses.set(status, [...(statuses.get(status) ?? []), code(reason)])
  }
  return [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, names]) => `${status}: ${names.join(', ')}`)
    .join('; ')
}

export function sharedReasonsTable(): string {
  return table(
    ['Operation', 'Status: reasons'],
    [...shared].map(([kind, some]) => [kind, byStatus(some)]),
  )
}

/** The reasons of each operation beside those of its kinds. */
export function ownReasonsTable(): string {
  const own = operations.map((operation) => ({
    id: operation.id,
    reasons: operationReasons(operation).filter((reason) => !sharedReasons.includes(reason)),
  }))
  return table(
    ['Operation', 'Status: reasons'],
    own
      .filter((operation) => operation.reasons.length > 0)
      .map((operation) => [code(operation.id), byStatus(operation.reasons)]),
  )
}
