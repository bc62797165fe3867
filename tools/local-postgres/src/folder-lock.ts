import { closeSync, constants, openSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { LocalPostgresError } from './errors.ts'
import { giveToFolderOwner } from './owned-files.ts'
import { until } from './until.ts'

const waitMillisecondsMax = 180_000
const { O_RDWR, O_CREAT, O_NOFOLLOW } = constants

/**
 * Runs `work` while no other process, and no other call in this one, holds the folder. The kernel
 * releases the lock when its holder ends, even by `kill -9`. The file stays: if it were deleted,
 * two processes could hold locks on two files of the same name.
 */
export async function withFolderLock<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const path = join(folder, 'start.lock')
  const file = open(path)
  try {
    giveToFolderOwner(file, folder)
    const held = await until(waitMillisecondsMax, () => tryLock(file) || undefined)
    if (held !== undefined) return await work()
  } finally {
    closeSync(file)
  }
  throw new LocalPostgresError(
    `Another process has held ${path} for more than ${waitMillisecondsMax / 1000} seconds. ` +
      `End that process (lsof ${path} shows it) and try again.`,
  )
}

function open(path: string): number {
  try {
    return openSync(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0o600)
  } catch (error) {
    throw new LocalPostgresError(`The lock of the data folder fails: ${(error as Error).message}`)
  }
}
