export { LocalPostgresError } from './local-postgres-error.ts'
export {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
  type StopOutcome,
} from './local-postgres.ts'
export type { LoginNames, Logins } from './logins.ts'
export type { StrategyName } from './strategy.ts'
export { startTemporaryPostgres, type TemporaryPostgresOptions } from './temporary-postgres.ts'
