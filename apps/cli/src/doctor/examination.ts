import {
  type Transport,
  VadiumConnectionError,
  VadiumReplyError,
  VadiumServiceError,
} from '@vadium/client'
import { getCurrentCredential } from '@vadium/schema'
import manifest from '../../package.json' with { type: 'json' }
import type { CommandContext } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { type Connection, resolveConnection } from '../profiles/connection.ts'
import { shapeChecker } from '../schemas/answer-shape.ts'
import { serviceClient } from '../service/service-client.ts'
import {
  AcceptedKey,
  clockFinding,
  type Finding,
  keyFinding,
  limitsFinding,
  versionFinding,
} from './findings.ts'
import { observedTransport } from './observed-transport.ts'

/** The document says its version at its beginning. */
const VERSION_WITHIN = 64 * 1024
const VERSION_WAIT_MS = 10_000

export interface Examination {
  readonly findings: readonly Finding[]
  /** That of the first failure, which the other commands would end with too. */
  readonly exitCode: ExitCode
}

const checkCredential = shapeChecker(AcceptedKey)

/** Examines what every command needs, from the profile to the limits of the service. */
export async function examine({ io, flags }: CommandContext): Promise<Examination> {
  let connection: Connection
  try {
    connection = await resolveConnection(flags, io)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    const advice = error.details.map(({ field, issue }) => `${field}: ${issue}`).join('; ')
    const finding = { check: 'profile', state: 'fail', message: error.message, advice } as const
    return { findings: [finding], exitCode: exitCodes.usage.code }
  }
  const profile = { check: 'profile', state: 'ok', message: connection.url } as const
  const transport = observedTransport(io.transport(), io.now)
  const client = serviceClient(connection, { transport, quiet: true, retries: true }, io)
  try {
    const { findings, exitCode } = await reached(
      () => client.call(getCurrentCredential, {}, undefined),
      io.now,
    )
    const last = transport.last()
    const version =
      last === undefined || exitCode === exitCodes.unknown.code
        ? []
        : [versionFinding(await serviceVersion(connection, transport), manifest.version)]
    const observed = last === undefined ? [] : [clockFinding(last), ...version, limitsFinding(last)]
    return { findings: [profile, ...findings, ...observed], exitCode }
  } finally {
    await client.close()
  }
}

const answers: Finding = { check: 'reach', state: 'ok', message: 'the service answers' }

/** What the first signed request says of the service and the key. */
async function reached(call: () => Promise<unknown>, now: () => number): Promise<Examination> {
  try {
    const current = checkCredential(await call())
    return { findings: [answers, keyFinding(current, now())], exitCode: exitCodes.done.code }
  } catch (error) {
    if (error instanceof VadiumConnectionError) {
      const advice = 'Is the address right, and does the service run? Is there a proxy between?'
      return failed('reach', error.summary, advice, exitCodes.unreachable.code)
    }
    if (error instanceof VadiumReplyError) {
      const advice = 'Is this the address of the service, with its path?'
      return failed('reach', error.summary, advice, exitCodes.unknown.code)
    }
    if (!(error instanceof VadiumServiceError)) throw error
    const advice =
      error.status === 401
        ? 'Have the key enrolled: `vadium keys prove` prints what that needs. `vadium profiles show` shows the key.'
        : 'The message says what the service wants.'
    const refusal = failed(
      'key',
      `${error.summary} (${error.reason})`,
      advice,
      exitCodes.refused.code,
    )
    return { ...refusal, findings: [answers, ...refusal.findings] }
  }
}

function failed(
  check: Finding['check'],
  message: string,
  advice: string,
  exitCode: ExitCode,
): Examination {
  return { findings: [{ check, state: 'fail', message, advice }], exitCode }
}

/** The version that the document of the service has. Undefined if it cannot be read. */
async function serviceVersion(
  { url }: Connection,
  transport: Transport,
): Promise<string | undefined> {
  const { origin, pathname } = new URL(url)
  try {
    const reply = await transport.send({
      method: 'GET',
      origin,
      target: `${pathname.replace(/\/$/, '')}/openapi.json`,
      headers: { Accept: 'application/json' },
      body: undefined,
      signal: AbortSignal.timeout(VERSION_WAIT_MS),
    })
    let text = ''
    for await (const chunk of reply.body) {
      text += Buffer.from(chunk).toString('latin1')
      if (text.length >= VERSION_WITHIN) break
    }
    const info = text.slice(Math.max(0, text.indexOf('"info"')))
    return /"version": ?"([\w.+-]{1,64})"/.exec(info)?.[1]
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}
