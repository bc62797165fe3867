export { exitCodes, type ExitCode } from './exit-codes.ts'
export type { Io } from './io.ts'
export { run } from './run.ts'
