import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** What this worker has read, by its name. */
const prepared = new Map<string, Promise<unknown>>()

/**
 * Plain data that takes seconds to prepare, and that all workers of a run share: the first that
 * needs it prepares it, and writes it down while the others wait.
 */
export function preparedOnce<T>(name: string, prepare: () => Promise<T>): Promise<T> {
  const known = prepared.get(name) as Promise<T> | undefined
  if (known !== undefined) return known
  const read = async (): Promise<T> => {
    const folder = join(inject('preparedBooks'), name)
    const file = join(folder, 'prepared.json')
    await mkdir(folder, { recursive: true })
    await oneAtATime(folder, async () => {
      if (!existsSync(file)) await writeFile(file, JSON.stringify(await prepare()))
    })
    return JSON.parse(await readFile(file, 'utf8')) as T
  }
  const reading = read()
  prepared.set(name, reading)
  return reading
}
