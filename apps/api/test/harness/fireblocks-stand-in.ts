import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { tokenProblem } from './fireblocks-token.ts'

/** A body of POST /transactions. */
export interface SentTransaction {
  readonly externalTxId?: string
  readonly assetId?: string
  readonly amount?: unknown
  readonly treatAsGrossAmount?: boolean
  readonly source?: { readonly type: string; readonly id?: string }
  readonly destination?: {
    readonly type: string
    readonly id?: string
    readonly oneTimeAddress?: { readonly address: string }
  }
}

interface Transaction {
  readonly id: string
  readonly sent: SentTransaction
  status: string
  subStatus: string
  netAmount: string | undefined
  /** Its statuses as time passes. */
  fate: 'completes' | 'fails' | 'waits'
  timesMoved: number
}

/** What the next creation does: an answer of its own, or one of these. */
export type NextCreation =
  | 'fails'
  | 'waits'
  /** The connection closes before anything is done. */
  | 'is lost'
  /** It is done, and the connection closes. */
  | 'is unanswered'
  /** It is done, and no answer is sent. */
  | 'hangs'
  | Answer

export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const newRsaKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
/** All stand-ins have the same keys: to make them takes longer than all that a stand-in does. */
const [apiKeys, webhookKeys, keySetKeys] = [newRsaKeys(), newRsaKeys(), newRsaKeys()]

/**
 * Fireblocks, as far as we use its published API: transactions by external id, the token of each
 * request, idempotency keys, statuses, and webhooks with both signatures. It uses no network.
 */
export class FireblocksStandIn {
  readonly apiKey = randomUUID()
  /** Every request, as `GET /v1/…`. */
  readonly requests: string[] = []
  readonly sent: { readonly body: SentTransaction; readonly idempotencyKey: string | undefined }[] =
    []
  readonly #transactions: Transaction[] = []
  readonly #nextCreations: NextCreation[] = []
  readonly #answers = new Map<string, Answer>()
  readonly #spentNonces = new Set<string>()
  readonly #keyId = randomUUID()
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy())
  })
  /** Sent instead of any other answer, if set. */
  always: Answer | undefined
  origin = ''

  static async open(): Promise<FireblocksStandIn> {
    const standIn = new FireblocksStandIn()
    standIn.#server.listen(0, '127.0.0.1')
    await once(standIn.#server, 'listening')
    const { port } = standIn.#server.address() as AddressInfo
    standIn.origin = `http://127.0.0.1:${port}`
    return standIn
  }

  get baseUrl(): string {
    return `${this.origin}/v1`
  }

  get keySetUrl(): string {
    return `${this.origin}/.well-known/jwks.json`
  }

  get secretKeyPem(): string {
    return pem(apiKeys.privateKey)
  }

  /** The key of nobody whose requests are answered. */
  get wrongKeyPem(): string {
    return pem(keySetKeys.privateKey)
  }

  get webhookKey(): KeyObject {
    return webhookKeys.publicKey
  }

  next(creation: NextCreation): void {
    this.#nextCreations.push(creation)
  }

  /** Idempotency keys are kept for a day. */
  passDay(): void {
    this.#answers.clear()
  }

  /** Ends every transaction that can end. */
  passTime(): void {
    for (const transaction of this.#transactions) {
      if (isOver(transaction) || transaction.fate === 'waits') continue
      transaction.status = transaction.fate === 'fails' ? 'FAILED' : 'COMPLETED'
      if (transaction.fate === 'completes') transaction.timesMoved += 1
    }
    for (const transaction of this.#transactions) {
      if (transaction.status === 'CANCELLING') transaction.status = 'CANCELLED'
    }
  }

  /** Sets the status of a transaction, whatever it was before. */
  say(
    externalTxId: string,
    said: { status: string; subStatus?: string; netAmount?: string },
  ): void {
    Object.assign(this.#find(externalTxId) ?? {}, said)
  }

  timesMoved(externalTxId: string): number {
    return this.#transactions
      .filter(({ sent }) => sent.externalTxId === externalTxId)
      .reduce((sum, { timesMoved }) => sum + timesMoved, 0)
  }

  webhookBody(externalTxId: string): Buffer {
    const data = { id: randomUUID(), externalTxId, status: 'COMPLETED', amount: 1_000_000 }
    return Buffer.from(
      JSON.stringify({ id: randomUUID(), eventType: 'transaction.status.updated', data }),
    )
  }

  /** The older signature. */
  signWebhook(body: Buffer): Record<string, string> {
    const signature = sign('RSA-SHA512', body, webhookKeys.privateKey)
    return { 'fireblocks-signature': signature.toString('base64') }
  }

  /** The newer one; `changes` are applied to the header of the JWS. */
  signWebhookDetached(
    body: Buffer,
    changes: { alg?: string; kid?: string; crit?: string[] } = {},
  ): Record<string, string> {
    const header = { alg: 'RS512', kid: this.#keyId, ...changes }
    const protectedHeader = Buffer.from(JSON.stringify(header)).toString('base64url')
    const input = Buffer.from(`${protectedHeader}.${body.toString('base64url')}`)
    const digest = header.alg === 'RS256' ? 'RSA-SHA256' : 'RSA-SHA512'
    const signature = sign(digest, input, keySetKeys.privateKey).toString('base64url')
    return { 'fireblocks-webhook-signature': `${protectedHeader}..${signature}` }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { method = '', url: target = '' } = request
    this.requests.push(`${method} ${target}`)
    if (target === '/.well-known/jwks.json') {
      const key = keySetKeys.publicKey.export({ format: 'jwk' })
      const keys = [{ ...key, kid: this.#keyId, use: 'sig' }]
      reply(response, this.always ?? { status: 200, body: { keys } })
      return
    }
    const problem = tokenProblem(
      {
        method,
        target,
        authorization: request.headers.authorization,
        apiKey: request.headers['x-api-key']?.toString(),
        body,
      },
      { apiKey: this.apiKey, publicKey: apiKeys.publicKey },
      this.#spentNonces,
    )
    if (problem !== undefined) {
      reply(response, { status: 401, body: problem })
      return
    }
    if (this.always !== undefined) {
      reply(response, this.always)
      return
    }
    if (method === 'POST' && target === '/v1/transactions') {
      const key = request.headers['idempotency-key']?.toString()
      this.#create(response, JSON.parse(body.toString()) as SentTransaction, key)
      return
    }
    reply(response, this.#route(method, target))
  }

  #route(method: string, target: string): Answer {
    const externalTxId = /^\/v1\/transactions\/external_tx_id\/([^/]+)$/.exec(target)?.[1]
    if (method === 'GET' && externalTxId !== undefined) {
      const transaction = this.#find(decodeURIComponent(externalTxId))
      if (transaction === undefined) return refusal(404, 1404, 'Transaction was not found')
      return { status: 200, body: shown(transaction) }
    }
    const cancelled = /^\/v1\/transactions\/([^/]+)\/cancel$/.exec(target)?.[1]
    if (method === 'POST' && cancelled !== undefined) {
      const transaction = this.#transactions.find(({ id }) => id === cancelled)
      if (transaction === undefined) return refusal(404, 1404, 'Transaction was not found')
      if (isOver(transaction)) return refusal(400, 1409, 'Transaction cannot be cancelled')
      transaction.status = 'CANCELLING'
      return { status: 200, body: { success: true } }
    }
    return refusal(404, 1404, 'No such route')
  }

  #create(response: ServerResponse, sent: SentTransaction, idempotencyKey: string | undefined) {
    this.sent.push({ body: sent, idempotencyKey })
    const before = idempotencyKey === undefined ? undefined : this.#answers.get(idempotencyKey)
    if (before !== undefined) {
      reply(response, before.status >= 500 ? spentKey : before)
      return
    }
    const next = this.#nextCreations.shift()
    if (next === 'is lost') {
      response.destroy()
      return
    }
    const answer = typeof next === 'object' ? next : this.#perform(sent, next)
    if (idempotencyKey !== undefined) this.#answers.set(idempotencyKey, answer)
    if (next === 'is unanswered') response.destroy()
    else if (next !== 'hangs') reply(response, answer)
  }

  #perform(sent: SentTransaction, next: NextCreation | undefined): Answer {
    if (sent.externalTxId !== undefined && this.#find(sent.externalTxId) !== undefined) {
      const message = 'The external tx id that was provided in the request, already exists'
      return refusal(400, 1438, message)
    }
    if (typeof sent.amount !== 'string' || !/^\d+(?:\.\d+)?$/.test(sent.amount)) {
      return refusal(400, 1400, 'Invalid amount')
    }
    const transaction: Transaction = {
      id: randomUUID(),
      sent,
      status: next === 'waits' ? 'PENDING_AUTHORIZATION' : 'SUBMITTED',
      subStatus: '',
      netAmount: undefined,
      fate: next === 'fails' ? 'fails' : next === 'waits' ? 'waits' : 'completes',
      timesMoved: 0,
    }
    this.#transactions.push(transaction)
    return { status: 200, body: { id: transaction.id, status: transaction.status } }
  }

  #find(externalTxId: string): Transaction | undefined {
    return this.#transactions.find(({ sent }) => sent.externalTxId === externalTxId)
  }
}

const spentKey = refusal(
  400,
  1400,
  "This operation doesn't support the usage of the same idempotency key after an internal error",
)

function refusal(status: number, code: number, message: string): Answer {
  return { status, body: { message, code } }
}

function isOver({ status }: Transaction): boolean {
  return ['COMPLETED', 'FAILED', 'CANCELLED', 'REJECTED', 'BLOCKED', 'CANCELLING'].includes(status)
}

/** A transaction in an answer: with its amounts as strings, and beside them as inexact numbers. */
function shown({ id, sent, status, subStatus, netAmount }: Transaction): unknown {
  const amount = String(sent.amount)
  return {
    id,
    externalTxId: sent.externalTxId,
    status,
    subStatus,
    assetId: sent.assetId,
    operation: 'TRANSFER',
    source: { ...sent.source, name: 'a vault account' },
    destination: { type: sent.destination?.type, id: sent.destination?.id ?? null },
    destinationAddress: sent.destination?.oneTimeAddress?.address ?? '',
    amount: Number(amount),
    netAmount: Number(amount),
    amountInfo: { amount, requestedAmount: amount, netAmount: netAmount ?? amount },
    fee: -1,
    createdAt: 1_772_452_800_000,
  }
}

function reply(response: ServerResponse, { status, body = {}, headers = {} }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

function pem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}
