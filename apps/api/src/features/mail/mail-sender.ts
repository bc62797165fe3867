import { setTimeout as pause } from 'node:timers/promises'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { createTransport } from 'nodemailer'
import type { MailError } from '@vadium/schema'
import type { MailAnswer } from './after-attempt.ts'
import type { MailServer } from './mail-server.ts'

/** A mail as it is sent: its bytes never change. */
export interface SentBytes {
  /** The `ENVID`, with which a server names the mail when it returns it. */
  readonly envelopeId: string
  readonly to: string
  readonly bytes: Buffer
}

/** How an attempt ended, and at which server. */
export interface MailAttempt {
  readonly answer: MailAnswer
  readonly server: string
  /** SHA-256 of the certificate of the server. Null without TLS. */
  readonly certificate: Buffer | null
}

/** How many connections a process has, each with one mail at a time. */
export const mailLanes = 2

/** The time limit of an attempt as a whole, whatever the server does. */
const attemptMsMax = 120_000
const times = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 60_000,
  dnsTimeout: 10_000,
}

/** Sends mails to the mail server. */
export class MailSender {
  readonly #lanes: Lane[]
  readonly #free: Lane[]

  /** @param authority A certificate to trust besides those of the system, in PEM. */
  constructor(server: MailServer, authority?: string, msMax = attemptMsMax) {
    this.#lanes = Array.from({ length: mailLanes }, () => new Lane(server, authority, msMax))
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

type Transport = Pick<ReturnType<typeof createTransport>, 'sendMail' | 'close'>

/**
 * One connection, kept open between mails. It sends one mail at a time, so the certificate that it
 * last saw is that of the server which answered.
 */
class Lane {
  readonly #server: MailServer
  readonly #authority: string | undefined
  readonly #msMax: number
  #transport: Transport | undefined
  #certificate: Buffer | null = null

  constructor(server: MailServer, authority: string | undefined, msMax: number) {
    this.#server = server
    this.#authority = authority
    this.#msMax = msMax
  }

  async send({ envelopeId, to, bytes }: SentBytes): Promise<MailAttempt> {
    const transport = (this.#transport ??= await this.#connected())
    const late = new AbortController()
    const answer = await Promise.race([
      this.#answerOf(transport, { envelopeId, to, bytes }),
      pause(this.#msMax, timedOut, { signal: late.signal }).catch(() => timedOut),
    ])
    late.abort()
    // A connection that is of no use any more holds up no other mail.
    if (answer.outcome === 'failed') this.close()
    return { answer, server: this.#server.host, certificate: this.#certificate }
  }

  close(): void {
    this.#transport?.close()
    this.#transport = undefined
  }

  async #answerOf(transport: Transport, { envelopeId, to, bytes }: SentBytes): Promise<MailAnswer> {
    try {
      const sent: unknown = await transport.sendMail({
        raw: bytes,
        envelope: { from: this.#server.from, to },
        dsn: { id: envelopeId, return: 'headers', notify: ['failure', 'delay'] },
      })
      return { outcome: 'sent', reply: textOf(sent, 'response') }
    } catch (error) {
      return answerOfError(error)
    }
  }

  async #connected(): Promise<Transport> {
    // Loaded only where mail is on.
    const { createTransport } = await import('nodemailer')
    const { host, port, isSecure, requiresTls, login, from } = this.#server
    this.#certificate = null
    return createTransport({
      pool: true,
      maxConnections: 1,
      host,
      port,
      secure: isSecure,
      requireTLS: requiresTls,
      // Without a name that it must match, a certificate proves nothing.
      ignoreTLS: !isSecure && !requiresTls,
      // The name of this machine is nobody's business.
      name: from.slice(from.lastIndexOf('@') + 1),
      ...(login && { auth: login }),
      tls: {
        minVersion: 'TLSv1.2',
        ...(this.#authority !== undefined && { ca: this.#authority }),
        checkServerIdentity: (name: string, certificate: PeerCertificate) => {
          this.#certificate = Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex')
          return checkServerIdentity(name, certificate)
        },
      },
      ...times,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
}

const timedOut: MailAnswer = { outcome: 'failed', reply: null, error: 'TIMED_OUT' }

const errorOf: Readonly<Record<string, MailError>> = {
  EAUTH: 'LOGIN_FAILED',
  ENOAUTH: 'LOGIN_FAILED',
  ETLS: 'TLS_FAILED',
  ETIMEDOUT: 'TIMED_OUT',
}
const tlsWords = /certificate|altnames|SSL|TLS|self.signed/i

/**
 * What an error means. Only an answer of 5xx to the recipient or the message is for good: what the
 * server says of the connection, the login or the sender is no fault of the address.
 */
function answerOfError(error: unknown): MailAnswer {
  const code = textOf(error, 'code')
  const command = textOf(error, 'command')
  const reply = textOf(error, 'response')
  const isOfMail = command === 'RCPT TO' || command === 'DATA'
  if (reply !== '' && isOfMail && /^5\d\d/.test(reply)) return { outcome: 'refused', reply }
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
