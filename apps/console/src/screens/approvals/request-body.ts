import type { StoredRequest } from '@vadium/client'

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of the body of a stored request. None if it has no body. */
export function bodyMembers({ body }: StoredRequest): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = body === '' ? {} : JSON.parse(body)
    return isRecord(parsed) ? parsed : {}
  } catch {
    return {}
  }
}
