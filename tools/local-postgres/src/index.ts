export { LocalPostgresError } from './errors.ts'
export {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
  type StopOutcome,
} from './local-postgres.ts'
export type { LoginNames, Logins } from './logins.ts'
export {
  createPrivateFile,
  giveToFolderOwner,
  makeFolder,
  writePrivateFile,
} from './owned-files.ts'
export type { RunAsName } from './run-as.ts'
export { startTemporaryPostgres, type TemporaryPostgresOptions } from './temporary-postgres.ts'
