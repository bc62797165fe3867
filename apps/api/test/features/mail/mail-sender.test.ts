import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MailSender } from '../../../src/features/mail/mail-sender.ts'
import { readMailServer } from '../../../src/features/mail/mail-server.ts'
import { readConfig } from '../../../src/config/config.ts'
import { mailCertificate } from '../../harness/mail-certificate.ts'
import { MailReceiver } from '../../harness/mail-receiver.ts'
import { testSecretsKey } from '../../harness/test-secrets.ts'

let plain: MailReceiver
let secure: MailReceiver
beforeAll(async () => {
  plain = await MailReceiver.start()
  // Its certificate is signed by itself, and nobody trusts it.
  secure = await MailReceiver.start({ ...mailCertificate, secure: true })
})
afterAll(async () => {
  await plain[Symbol.asyncDispose]()
  await secure[Symbol.asyncDispose]()
})

const server = (changes: object) => ({
  host: '127.0.0.1',
  port: plain.port,
  isSecure: false,
  requiresTls: false,
  login: undefined,
  from: 'vadium@mail.vadium.example',
  ...changes,
})

const mail = { envelopeId: 'a', to: 'desk@harbor.example', bytes: Buffer.from('A: b\r\n\r\n') }

async function attempt(changes: object, giveMs = 10_000, authority?: string) {
  const sender = new MailSender(server(changes), authority, { giveMs, answerMs: 10_000 })
  try {
    return await sender.send(mail)
  } finally {
    sender.close()
  }
}

it('sends nothing without TLS to another machine, nor to a certificate that nobody trusts', async () => {
  const before = plain.received.length
  expect((await attempt({ requiresTls: true })).answer).toMatchObject({ outcome: 'failed' })
  expect((await attempt({ isSecure: true, port: secure.port })).answer).toEqual({
    outcome: 'failed',
    reply: null,
    error: 'TLS_FAILED',
  })
  expect(plain.received).toHaveLength(before)
  expect(secure.received).toEqual([])
  expect((await attempt({})).answer).toMatchObject({ outcome: 'sent' })
})

it.each([
  ['from the beginning', true],
  ['by STARTTLS', false],
])(
  'reports the fingerprint of the certificate that the server shows with TLS %s',
  async (_when, isSecure) => {
    const { cert } = mailCertificate
    await using receiver = await MailReceiver.start({
      ...mailCertificate,
      secure: isSecure,
      disabledCommands: [],
    })
    const { port } = receiver
    const sent = await attempt({ port, isSecure, requiresTls: !isSecure }, undefined, cert)
    expect(sent.answer.outcome).toBe('sent')
    const { fingerprint256 } = new X509Certificate(cert)
    expect(sent.certificate?.toString('hex')).toBe(fingerprint256.replaceAll(':', '').toLowerCase())
    expect(receiver.received).toHaveLength(1)
    const other = await attempt({ port, isSecure, requiresTls: !isSecure })
    expect(other.answer).toEqual({ outcome: 'failed', reply: null, error: 'TLS_FAILED' })
    expect(receiver.received).toHaveLength(1)
  },
)

it('ends an attempt at a server that does not answer', async () => {
  const { answer } = await attempt({}, 0)
  expect(answer).toEqual({ outcome: 'failed', reply: null, error: 'TIMED_OUT' })
})

it('waits for the answer to a mail that the server has, and then says that there was none', async () => {
  const waits = [0, 300, 5000]
  const slow = await MailReceiver.start({
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => setTimeout(() => done(null), waits.shift()))
    },
  })
  const sender = new MailSender(server({ port: slow.port }), undefined, {
    giveMs: 200,
    answerMs: 1000,
  })
  const answers: unknown[] = []
  for (let i = 0; i < 3; i += 1) answers.push((await sender.send(mail)).answer)
  sender.close()
  await slow[Symbol.asyncDispose]()
  const sent = { outcome: 'sent', reply: '250 OK: message queued' }
  expect(answers).toEqual([sent, sent, { outcome: 'failed', reply: null, error: 'UNANSWERED' }])
})

it('leaves no connection open to a server that never ends its answer', async () => {
  const open = new Set<Socket>()
  const trickling = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 mail.example.com ESMTP\r\n')
    const timer = setInterval(() => socket.write('250-still here\r\n'), 20)
    socket.on('close', () => {
      open.delete(socket)
      clearInterval(timer)
    })
  }).listen(0, '127.0.0.1')
  await once(trickling, 'listening')
  const { port } = trickling.address() as AddressInfo
  for (let i = 0; i < 3; i += 1) {
    expect((await attempt({ port }, 100)).answer).toMatchObject({ error: 'TIMED_OUT' })
  }
  await expect.poll(() => open.size).toBe(0)
  trickling.close()
})

it.each([
  ['smtp://mail.example.com', { port: 587, isSecure: false, requiresTls: true }],
  ['smtps://mail.example.com', { port: 465, isSecure: true, requiresTls: false }],
  ['smtp://localhost:2525', { port: 2525, isSecure: false, requiresTls: false }],
  ['smtp://127.0.0.1.example.com', { port: 587, isSecure: false, requiresTls: true }],
])('reads %s', (MAIL_SMTP_URL, expected) => {
  const config = readConfig({
    DATABASE_URL: 'postgres://localhost/x',
    SECRETS_KEY: testSecretsKey,
    MAIL_SMTP_URL,
    MAIL_FROM: 'vadium@mail.vadium.example',
    CONSOLE_URL: 'https://vadium.example.com/console',
  })
  expect(readMailServer(config)).toMatchObject(expected)
})
