import type { Operation, OperationBody } from '@vadium/schema'

/** A request that was signed and validated earlier, as it was stored. */
export interface StoredRequest {
  readonly operation: string
  readonly params: Readonly<Record<string, unknown>> | null
  /** The body as it was signed. */
  readonly body: string
}

/** The id in the path of a stored request. */
export function idIn({ params, operation }: StoredRequest, name: string): string {
  const id = params?.[name]
  if (typeof id !== 'string') throw new Error(`a stored ${operation} has no ${name}`)
  return id
}

/** The body of a stored request, which was validated when it was received. */
export function bodyOf<O extends Operation>(of: O, { body }: StoredRequest): OperationBody<O> {
  const isLeftOut = body === '' && of.isBodyOptional === true
  return JSON.parse(isLeftOut ? '{}' : body) as OperationBody<O>
}
