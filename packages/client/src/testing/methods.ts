import { openOperations, type Operation, operations as signed } from '@vadium/schema'
import type { PlatformClient } from '../client.ts'
import type { PageList } from '../core/pages.ts'
import type { Call } from '../core/call.ts'

/** The resources of the client, such as `transfers`. */
type Group = {
  [Name in keyof PlatformClient]: PlatformClient[Name] extends (...given: never) => unknown
    ? never
    : PlatformClient[Name] extends object
      ? Name
      : never
}[keyof PlatformClient]

type MethodsOf<Name extends Group> = {
  [Method in keyof PlatformClient[Name]]: `${Name}.${Method & string}`
}[keyof PlatformClient[Name]]

/** A method of the client, such as `transfers.list`. */
export type MethodName = Exclude<{ [Name in Group]: MethodsOf<Name> }[Group], 'approvals.wait'>

type Returned<Name extends MethodName> = Name extends `${infer G extends Group}.${infer M}`
  ? M extends keyof PlatformClient[G]
    ? PlatformClient[G][M] extends (...given: never) => infer Result
      ? Result
      : never
    : never
  : never

/** What a method answers: the whole page of a list. Any object for exports and streams. */
export type AnswerOf<Name extends MethodName> =
  Returned<Name> extends PageList<infer Body, unknown>
    ? Body
    : Returned<Name> extends Call<infer Body>
      ? Body
      : object

/** Those of the client: also the one that is answered without a signature. */
const operations: readonly Operation[] = [...signed, ...openOperations]

const byMethod: ReadonlyMap<string, Operation> = new Map(
  operations.map((operation) => [methodOf(operation), operation]),
)

/** The method of an operation. What a shell tails, a program streams. */
export function methodOf({ group, command: [, verb], streams }: Operation): string {
  const name = streams === true ? 'stream' : verb
  return `${group}.${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`
}

/** @throws TypeError for a method that does not exist. */
export function operationOf(method: string): Operation {
  const operation = byMethod.get(method)
  if (operation === undefined) throw new TypeError(`The client has no method ${method}.`)
  return operation
}

/** The operation of a request, and the parameters in its path. */
export function findOperation(
  method: string,
  path: string,
): { operation: Operation; params: Record<string, string> } | undefined {
  for (const operation of operations) {
    if (operation.method !== method) continue
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const form = operation.path.replaceAll(/\{\w+\}/g, '([^/:]+)')
    const found = new RegExp(`^${form}$`).exec(path)
    if (found === null) continue
    const values = found.slice(1).map((text) => decodeURIComponent(text))
    return {
      operation,
      params: Object.fromEntries(names.map((name, at) => [name, values[at] ?? ''])),
    }
  }
  return undefined
}
