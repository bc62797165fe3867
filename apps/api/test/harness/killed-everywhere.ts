import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { bookDigests, changedTables } from './book-digests.ts'
import type { TestDatabase } from './database.ts'
import { killedAfterCommit, killedBefore } from './killed-connections.ts'

/** What is attempted again and again until it is done, by the key of its idempotency. */
export interface Attempted {
  readonly attempt: (key: string) => Promise<unknown>
  readonly isDone: () => Promise<boolean>
}

/**
 * Attempts something with a death at each of its statements, until one attempt outlives it. An
 * attempt that is killed changes nothing.
 * @returns at how many of its statements it has died.
 */
export async function killedEverywhere(
  database: TestDatabase,
  { attempt, isDone }: Attempted,
): Promise<number> {
  const key = randomUUID()
  for (let number = 1; ; number += 1) {
    const before = await bookDigests(database)
    const isKilled = await killedBefore(number, () => attempt(key).catch(() => undefined))
    if (await isDone()) return number
    if (!isKilled) throw new Error('an attempt that nothing disturbs does nothing')
    expect(changedTables(before, await bookDigests(database)), `statement ${number}`).toEqual([])
  }
}

/** The same with one death, right after the commit, of which nobody learns; and once again. */
export async function killedAtItsEnd({ attempt, isDone }: Attempted): Promise<void> {
  const key = randomUUID()
  await killedAfterCommit(() => attempt(key).catch(() => undefined))
  expect(await isDone()).toBe(true)
  await attempt(key)
}
