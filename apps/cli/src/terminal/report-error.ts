import {
  ApprovalRequiredError,
  type Outcome,
  VadiumAbortError,
  VadiumConnectionError,
  VadiumError,
} from '@vadium/client'
import { shellWord } from '@vadium/schema'
import type { Io } from '../context/io.ts'
import { CommandError, type CommandIssue, Interruption } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { printable } from './printable.ts'
import { write } from './write.ts'

/** A fault of the command line, or one that the service names. */
type Detail = CommandIssue & { readonly value?: string }

/** The report of an error of any kind. */
interface Report {
  readonly exitCode: ExitCode
  readonly code: string
  readonly reason: string
  readonly message: string
  readonly details: readonly Detail[]
  readonly requestId?: string | undefined
  readonly retryAfterMs?: number | undefined
  /** Whether the request was refused, may have taken effect, or awaits approval. */
  readonly outcome?: Outcome
  /** The key with which a write of unknown outcome can be repeated. */
  readonly idempotencyKey?: string | undefined
  /** What to do next, in place of repeating the command with the key. */
  readonly advice?: readonly string[] | undefined
}

const advised = new WeakMap<object, readonly string[]>()

/** Makes the report of an error say what to do next. */
export function advise(error: object, advice: readonly string[]): void {
  advised.set(error, advice)
}

/** Prints an error on stderr, in a few lines or as one line of JSON. Returns the exit code. */
export async function reportError(
  error: unknown,
  io: Io,
  { json, debug }: { json: boolean; debug: boolean },
): Promise<ExitCode> {
  const report = reportOf(error, io)
  await write(io.stderr, `${json ? jsonText(report) : peopleText(report)}\n`)
  if (debug) await write(io.stderr, `${traceOf(error)}\n`)
  return report.exitCode
}

function reportOf(error: unknown, { signal }: Io): Report {
  const interrupted = error instanceof VadiumAbortError || error instanceof Interruption
  if (interrupted || signal?.aborted === true) {
    const { code } = exitCodes.interrupted
    const idempotencyKey = error instanceof VadiumError ? error.idempotencyKey : undefined
    const advice = error instanceof VadiumError ? advised.get(error) : undefined
    const report = ofCommand('INTERRUPTED', 'CANCELLED', 'Interrupted.', [], code)
    return { ...report, idempotencyKey, advice }
  }
  if (error instanceof CommandError) {
    return ofCommand(
      'COMMAND_INVALID',
      'INVALID_ARGUMENT',
      error.message,
      error.details,
      exitCodes.usage.code,
    )
  }
  if (error instanceof VadiumError) return { ...factsOf(error), exitCode: exitCodeOf(error) }
  const message = error instanceof Error ? error.message : String(error)
  return ofCommand('DEFECT', 'INTERNAL', message, [], exitCodes.defect.code)
}

function ofCommand(
  reason: string,
  code: string,
  message: string,
  details: readonly Detail[],
  exitCode: ExitCode,
): Report {
  return { reason, code, message, details, exitCode }
}

function factsOf(error: VadiumError): Omit<Report, 'exitCode'> {
  const { code, reason, summary, details, requestId, retryAfterMs, outcome, cause } = error
  const { idempotencyKey } = error
  // The SDK quotes the cause of a failed connection by itself.
  const isQuoted = error instanceof VadiumConnectionError || !(cause instanceof Error)
  const because = isQuoted || cause.message === '' ? '' : ` ${cause.message}.`
  return {
    code,
    reason,
    message: `${summary}${because}`,
    details,
    requestId,
    retryAfterMs,
    outcome,
    idempotencyKey,
    advice: advised.get(error),
  }
}

function exitCodeOf(error: VadiumError): ExitCode {
  if (error instanceof ApprovalRequiredError) return exitCodes.awaitsApproval.code
  if (error.outcome === 'unknown') return exitCodes.unknown.code
  const connecting = error instanceof VadiumConnectionError
  return connecting ? exitCodes.unreachable.code : exitCodes.refused.code
}

function jsonText(report: Report): string {
  const { exitCode, outcome, requestId, retryAfterMs, idempotencyKey, ...error } = report
  return JSON.stringify({
    error: {
      ...error,
      ...(requestId !== undefined && { request_id: requestId }),
      ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    },
    ...(outcome !== undefined && { outcome }),
    ...(idempotencyKey !== undefined && { idempotency_key: idempotencyKey }),
    exit_code: exitCode,
  })
}

function peopleText(report: Report): string {
  const { message, reason, details, requestId, retryAfterMs, outcome, idempotencyKey, advice } =
    report
  // Reasons of the service can be looked up in its documentation. Our own reasons are in the
  // message.
  const lines = [`vadium: ${message}${outcome === undefined ? '' : ` (${reason})`}`]
  for (const { field, issue, value, allowed } of details) {
    lines.push(`  ${field}: ${issue}${value === undefined ? '' : ` (${value})`}`)
    if (allowed !== undefined) lines.push(`    allowed: ${allowed.join(', ')}`)
  }
  if (retryAfterMs !== undefined) lines.push(`  try again in ${Math.ceil(retryAfterMs / 1000)} s`)
  if (requestId !== undefined) lines.push(`  request ${requestId}`)
  if (advice !== undefined) lines.push(...advice.map((line) => `  ${line}`))
  else if (idempotencyKey !== undefined) {
    lines.push('  The request may have taken effect. To repeat it safely, add:')
    lines.push(`  --idempotency-key ${shellWord(idempotencyKey)}`)
  }
  return lines.map(printable).join('\n')
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause === undefined ? '' : `\ncaused by ${traceOf(error.cause)}`
  return `${error.stack ?? error.message}${cause}`
}
