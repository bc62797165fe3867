import type { PageFacts } from './errors.ts'
import { isObject } from './reply.ts'

/** The page that makes a call; undefined outside of browsers. */
export function pageFacts(service: string): PageFacts | undefined {
  const location: unknown = Reflect.get(globalThis, 'location')
  if (!isObject(location) || typeof location['origin'] !== 'string') return undefined
  return { page: location['origin'], service }
}
