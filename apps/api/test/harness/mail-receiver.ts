import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { sha256Of } from '../../src/features/mail/mail-message.ts'

/** A mail that arrived at a receiver. */
export interface ReceivedMail {
  readonly messageId: string
  readonly to: string
  readonly subject: string
  /** The text, decoded. */
  readonly text: string
  readonly raw: string
  /** SHA-256 of its bytes, as hexadecimal digits. */
  readonly sha256: string
  readonly envelope: { readonly id: string; readonly ret: string; readonly notify: string }
}

/** What a receiver answers at one point. Undefined: success. `drop`: the connection breaks. */
export type MailAnswers = readonly (
  | { readonly at: 'recipient' | 'message'; readonly code: number; readonly text: string }
  | 'drop'
  | undefined
)[]

/** A mail server on this machine. Its answers are used up one by one; after that it takes all. */
export class MailReceiver implements AsyncDisposable {
  readonly received: ReceivedMail[] = []
  #answers: MailAnswers = []
  readonly #server: SMTPServer

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      hideDSN: false,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => {
        const [answer] = this.#answers
        if (answer === undefined || answer === 'drop' || answer.at !== 'recipient') done()
        else done(this.#refusal(answer))
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          this.received.push(readMail(Buffer.concat(chunks), session.envelope))
          const [answer] = this.#answers
          this.#answers = this.#answers.slice(1)
          if (answer === 'drop') this.#breakOff()
          else if (answer === undefined) done(null, '2.0.0 Ok: queued as 4F1A21')
          else done(Object.assign(new Error(answer.text), { responseCode: answer.code }))
        })
      },
      ...options,
    })
    this.#server.on('error', () => undefined)
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailReceiver> {
    const receiver = new MailReceiver(options)
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server.server, 'listening')
    return receiver
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port
  }

  /** What it answers to the next mails, in their order. */
  answer(...answers: MailAnswers): void {
    this.#answers = answers
  }

  #refusal({ code, text }: { readonly code: number; readonly text: string }): Error {
    this.#answers = this.#answers.slice(1)
    return Object.assign(new Error(text), { responseCode: code })
  }

  #breakOff(): void {
    for (const connection of this.#server.connections) connection._socket.destroy()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(resolve)
      this.#breakOff()
    })
  }
}

function readMail(bytes: Buffer, envelope: object): ReceivedMail {
  const raw = bytes.toString('latin1')
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).replaceAll(/\r\n[ \t]/g, ' ')
  const of = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''
  const dsn = JSON.parse(JSON.stringify(envelope)) as {
    rcptTo: { address: string; dsn?: { notify?: string[] } }[]
    dsn?: { envid?: string; ret?: string }
  }
  return {
    messageId: of('Message-ID'),
    to: dsn.rcptTo.map(({ address }) => address).join(),
    subject: of('Subject'),
    text: quotedPrintable(raw.slice(end + 4)),
    raw,
    sha256: sha256Of(bytes).toString('hex'),
    envelope: {
      id: dsn.dsn?.envid ?? '',
      ret: dsn.dsn?.ret ?? '',
      notify: dsn.rcptTo[0]?.dsn?.notify?.join() ?? '',
    },
  }
}

function quotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
