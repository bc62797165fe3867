import { openSync, readFileSync, renameSync } from 'node:fs'
import { giveToFolderOwner } from './ownership.ts'

/** Opens the log for a new run of the server. The run before is kept beside it, older ones are not. */
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

/** The end of the log, for an error that must be understood without opening it. */
export function logTail(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-20).join('\n')
  } catch {
    return '(no log)'
  }
}
