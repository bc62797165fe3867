import { setTimeout as pause } from 'node:timers/promises'
import type { MailError } from '@vadium/schema'
import type { MailAnswer } from './after-attempt.ts'
import { MailConnection, type SentBytes } from './mail-connection.ts'
import type { MailServer } from './mail-server.ts'
import { refusesAddress, refusesMessage } from './reply-class.ts'

/** How an attempt ended, and at which server. */
export interface MailAttempt {
  readonly answer: MailAnswer
  readonly server: string
  /** SHA-256 of the certificate of the server. Null without TLS. */
  readonly certificate: Buffer | null
}

/** How many connections a process has, each with one mail at a time. */
export const mailLanes = 2

/** The time limits of an attempt, whatever the server does. */
export interface AttemptLimits {
  /** Until the server has the whole mail. */
  readonly giveMs: number
  /** Until it answers after that: RFC 5321 lets it think for ten minutes. */
  readonly answerMs: number
}
const attemptLimits: AttemptLimits = { giveMs: 120_000, answerMs: 600_000 }

/** Servers close connections that are idle, or have sent many mails. */
const kept = { idleMs: 10_000, mails: 50 } as const

/** Sends mails to the mail server. */
export class MailSender {
  readonly #lanes: Lane[]
  readonly #free: Lane[]

  /** @param authority A certificate to trust besides those of the system, in PEM. */
  constructor(server: MailServer, authority?: string, limits = attemptLimits) {
    this.#lanes = Array.from({ length: mailLanes }, () => new Lane(server, authority, limits))
    this.#free = [...this.#lanes]
  }

  /** @throws if all lanes are in use. */
  async send(mail: SentBytes): Promise<MailAttempt> {
    const lane = this.#free.pop()
    if (lane === undefined) throw new Error('all connections to the mail server are in use')
    try {
      return await lane.send(mail)
    } finally {
      this.#free.push(lane)
    }
  }

  close(): void {
    for (const lane of this.#lanes) lane.close()
  }
}

/** One connection at a time, kept open between mails. */
class Lane {
  readonly #server: MailServer
  readonly #authority: string | undefined
  readonly #limits: AttemptLimits
  #connection: MailConnection | undefined
  #idle: NodeJS.Timeout | undefined

  constructor(server: MailServer, authority: string | undefined, limits: AttemptLimits) {
    this.#server = server
    this.#authority = authority
    this.#limits = limits
  }

  async send(mail: SentBytes): Promise<MailAttempt> {
    clearTimeout(this.#idle)
    const isOpen = this.#connection?.isOpen === true && this.#connection.sent < kept.mails
    if (!isOpen) this.#leave()
    const connection = this.#connection ?? (await MailConnection.to(this.#server, this.#authority))
    this.#connection = connection
    const over = new AbortController()
    const answer = await Promise.race([
      answerOf(connection, mail, isOpen),
      this.#late(connection, over.signal),
    ])
    over.abort()
    const { certificate } = connection
    // After anything else it is in a state that only the server knows.
    if (answer.outcome === 'sent') this.#idle = setTimeout(() => this.#leave(), kept.idleMs).unref()
    else this.close()
    return { answer, server: this.#server.host, certificate }
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#connection?.close()
    this.#connection = undefined
  }

  #leave(): void {
    if (this.#connection?.isOpen === true) this.#connection.quit()
    this.#connection = undefined
  }

  /** The answer of a server that does not answer in time. Never, once the signal is given. */
  async #late(connection: MailConnection, signal: AbortSignal): Promise<MailAnswer> {
    const { giveMs, answerMs } = this.#limits
    try {
      await pause(giveMs, undefined, { signal, ref: false })
      if (!connection.hasAll) return { outcome: 'failed', reply: null, error: 'TIMED_OUT' }
      await pause(answerMs, undefined, { signal, ref: false })
      return unanswered
    } catch {
      return unanswered
    }
  }
}

const unanswered: MailAnswer = { outcome: 'failed', reply: null, error: 'UNANSWERED' }

async function answerOf(
  connection: MailConnection,
  mail: SentBytes,
  isOpen: boolean,
): Promise<MailAnswer> {
  try {
    if (!isOpen) await connection.open()
    return { outcome: 'sent', reply: await connection.send(mail) }
  } catch (error) {
    const answer = answerOfError(error)
    const hasReply = answer.outcome !== 'failed' || answer.reply !== null
    return connection.hasAll && !hasReply ? unanswered : answer
  }
}

const errorOf: Readonly<Record<string, MailError>> = {
  EAUTH: 'LOGIN_FAILED',
  ENOAUTH: 'LOGIN_FAILED',
  ETLS: 'TLS_FAILED',
  ETIMEDOUT: 'TIMED_OUT',
}
const tlsWords = /certificate|altnames|SSL|TLS|self.signed/i

/**
 * What an error means. Only what a server says of the recipient or of the message is for good: what
 * it says of the connection, the login, the sender or itself is no fault of the address.
 */
function answerOfError(error: unknown): MailAnswer {
  const code = textOf(error, 'code')
  const command = textOf(error, 'command')
  const reply = textOf(error, 'response')
  if (command === 'RCPT TO' && refusesAddress(reply)) {
    return { outcome: 'refused', reply, isOfAddress: true }
  }
  if (command === 'DATA' && refusesMessage(reply)) {
    return { outcome: 'refused', reply, isOfAddress: false }
  }
  if (reply !== '' && code !== 'EAUTH') return { outcome: 'failed', reply, error: null }
  const isTls = error instanceof Error && tlsWords.test(error.message)
  const kind = errorOf[code] ?? (isTls ? 'TLS_FAILED' : 'CONNECTION_FAILED')
  return { outcome: 'failed', reply: null, error: kind }
}

function textOf(of: unknown, member: 'code' | 'command' | 'response'): string {
  if (typeof of !== 'object' || of === null) return ''
  const value: unknown = Object.getOwnPropertyDescriptor(of, member)?.value
  return typeof value === 'string' ? value : ''
}
