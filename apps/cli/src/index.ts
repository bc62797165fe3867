export { exitCodes, type ExitCode } from './errors/exit-codes.ts'
export type { Io } from './context/io.ts'
export { run } from './run.ts'
