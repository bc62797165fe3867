import { isObject } from './reply.ts'

/** The origin of the page that makes a call; undefined outside of browsers. */
export function pageOrigin(): string | undefined {
  const location: unknown = Reflect.get(globalThis, 'location')
  if (!isObject(location) || typeof location['origin'] !== 'string') return undefined
  return location['origin']
}
