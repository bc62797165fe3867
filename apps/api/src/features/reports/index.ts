// What other features may use.
export type { MarginStatements } from './margin-statements.ts'
