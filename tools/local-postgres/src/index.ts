export { LocalPostgresError } from './errors.ts'
export {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
  type StopOutcome,
} from './local-postgres.ts'
export { freePort } from './port.ts'
export { withFolderLock } from './folder-lock.ts'
export { giveToFolderOwner, makeFolder, writePrivateFile } from './owned-files.ts'
export type { RunAsName } from './run-as.ts'
export { until } from './until.ts'
export { startTemporaryPostgres, type TemporaryPostgresOptions } from './temporary-postgres.ts'
