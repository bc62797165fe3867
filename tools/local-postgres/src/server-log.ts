import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { renameSync, statSync, truncateSync } from 'node:fs'
import { giveToFolderOwner } from './ownership.ts'

const bytesMax = 10_000_000

/**
 * Opens the log for a new run of the server. The run before is kept beside it, older ones are not.
 */
export function openedLog(logFile: string): number {
  try {
    renameSync(logFile, `${logFile}.previous`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const descriptor = openSync(logFile, 'a', 0o600)
  giveToFolderOwner(logFile)
  return descriptor
}

/** Empties a log that has grown large under a server that runs for long. */
export function boundLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  // The server appends, so it goes on at the new end.
  if (size > bytesMax) truncateSync(logFile)
}

/** The end of the log, for an error that must be understood without opening it. */
export function logTail(logFile: string): string {
  const buffer = Buffer.alloc(4096)
  let descriptor: number
  try {
    descriptor = openSync(logFile, 'r')
  } catch (error) {
    return (error as Error).message
  }
  try {
    const start = Math.max(0, fstatSync(descriptor).size - buffer.length)
    const length = readSync(descriptor, buffer, { position: start })
    return buffer.toString('utf8', 0, length).trim()
  } finally {
    closeSync(descriptor)
  }
}
