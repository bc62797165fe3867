import { PassThrough } from 'node:stream'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailServer } from './mail-server.ts'

/** A mail as it is sent: its bytes never change. */
export interface SentBytes {
  /** The `ENVID`, with which a server names the mail when it returns it. */
  readonly envelopeId: string
  readonly to: string
  readonly bytes: Buffer
}

const times = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  dnsTimeout: 10_000,
  // The attempt has a time limit of its own, and a server may think for ten minutes.
  socketTimeout: 660_000,
  // A closed connection takes nothing more, whatever the server does.
  socketCloseTimeout: 0,
}

const quitMsMax = 1000
const ended = () => Object.assign(new Error('the connection has ended'), { code: 'ECONNECTION' })

/** One connection to the mail server, which sends one mail at a time. */
export class MailConnection {
  readonly #connection: SMTPConnection
  readonly #server: MailServer
  #certificate: Buffer | null = null
  #hasAll = false
  #sent = 0
  #isOpen = true
  #failed: ((error: unknown) => void) | undefined

  private constructor(
    Connection: typeof SMTPConnection,
    server: MailServer,
    authority: string | undefined,
  ) {
    const { host, port, isSecure, requiresTls, from } = server
    this.#server = server
    this.#connection = new Connection({
      host,
      port,
      secure: isSecure,
      requireTLS: requiresTls,
      // Without a name that it must match, a certificate proves nothing.
      ignoreTLS: !isSecure && !requiresTls,
      // The name of this machine is nobody's business.
      name: from.slice(from.lastIndexOf('@') + 1),
      tls: {
        minVersion: 'TLSv1.2',
        ...(authority !== undefined && { ca: authority }),
        checkServerIdentity: (name: string, certificate: PeerCertificate) => {
          this.#certificate = Buffer.from(certificate.fingerprint256.replaceAll(':', ''), 'hex')
          return checkServerIdentity(name, certificate)
        },
      },
      ...times,
    })
    this.#connection.on('error', (error: unknown) => {
      this.#isOpen = false
      this.#failed?.(error)
    })
    this.#connection.on('end', () => {
      this.#isOpen = false
      // Later, because the last reply of the server is reported after it.
      setImmediate(() => this.#failed?.(ended()))
    })
  }

  /** A connection that is not open yet. */
  static async to(server: MailServer, authority: string | undefined): Promise<MailConnection> {
    // Loaded only where mail is on.
    const { default: Connection } = await import('nodemailer/lib/smtp-connection')
    return new MailConnection(Connection, server, authority)
  }

  /** SHA-256 of the certificate of the server. Null without TLS. */
  get certificate(): Buffer | null {
    return this.#certificate
  }

  /** Whether the server has been given the whole of the last mail. */
  get hasAll(): boolean {
    return this.#hasAll
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** How many mails it has sent. */
  get sent(): number {
    return this.#sent
  }

  /** @throws what the server answered, or why it did not. */
  async open(): Promise<void> {
    const { login } = this.#server
    await this.#step((done) => this.#connection.connect(done))
    if (login !== undefined && this.#connection.allowsAuth) {
      await this.#step((done) => this.#connection.login({ ...login }, done))
    }
  }

  /**
   * Sends a mail.
   * @returns what the server answered to the whole.
   * @throws what it answered otherwise, or why it did not.
   */
  async send({ envelopeId, to, bytes }: SentBytes): Promise<string> {
    this.#hasAll = false
    const message = new PassThrough()
    message.once('end', () => {
      this.#hasAll = true
    })
    message.end(bytes)
    const envelope = {
      from: this.#server.from,
      to: [to],
      dsn: { envid: envelopeId, ret: 'HDRS', notify: ['FAILURE', 'DELAY'] },
    }
    const { response } = await this.#step<{ response: string }>((done) =>
      this.#connection.send(envelope, message, done),
    )
    this.#sent += 1
    return response
  }

  /** Takes leave of the server, as it may expect. */
  quit(): void {
    this.#isOpen = false
    this.#connection.quit()
    setTimeout(() => this.close(), quitMsMax).unref()
  }

  /** Closes it at once. Nothing more is sent. */
  close(): void {
    this.#isOpen = false
    this.#connection.close()
  }

  /** What a step ends with. It also ends with the connection. */
  async #step<T>(start: (done: (error?: Error | null, value?: T) => void) => void): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#failed = reject
        start((error, value) => {
          if (error === null || error === undefined) resolve(value as T)
          else reject(error)
        })
      })
    } finally {
      this.#failed = undefined
    }
  }
}
