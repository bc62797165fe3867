import { createHash } from 'node:crypto'
import type { ConfigurationOptions, TransactionRequest, TransactionsApi } from '@fireblocks/ts-sdk'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CustodyUnavailableError } from '../custody-adapter.ts'
import { type FireblocksTransaction, readTransaction } from './fireblocks-transaction.ts'

/** How a request to create a transaction was answered. */
export type Creation =
  | { readonly kind: 'created' }
  /** The external id was used before. */
  | { readonly kind: 'duplicate' }
  | { readonly kind: 'refused'; readonly errorCode: number }

export interface FireblocksAccess {
  readonly apiKey: string
  /** PEM. */
  readonly secretKey: string
  readonly baseUrl: string
  /** How long a call may take, in milliseconds. */
  readonly callMsMax?: number
}

const kilobyte = 1024

/** The error code of an external id that was used before. */
const duplicateExternalId = 1438

/** Statuses that refuse the caller, or the moment, and not the transaction. */
const passingStatuses = new Set([401, 403, 407, 408, 425, 429])

const ErrorBody = Type.Object({ message: Type.String(), code: Type.Integer() })

const Refusal = Type.Object({
  response: Type.Object({ statusCode: Type.Integer(), data: Type.Unknown() }),
})

/** The calls of the official SDK that we make, each within a time and with an answer that was checked. */
export class FireblocksClient {
  readonly #transactions: TransactionsApi
  readonly #callMsMax: number

  private constructor(transactions: TransactionsApi, callMsMax: number) {
    this.#transactions = transactions
    this.#callMsMax = callMsMax
  }

  /** The SDK takes half a second and 50 MB to import: only a service that has such a custodian pays. */
  static async open(access: FireblocksAccess): Promise<FireblocksClient> {
    const { apiKey, secretKey, baseUrl, callMsMax = 10_000 } = access
    const { Fireblocks } = await import('@fireblocks/ts-sdk')
    const baseOptions: NonNullable<ConfigurationOptions['additionalOptions']>['baseOptions'] = {
      timeout: callMsMax,
      maxRedirects: 0,
      maxContentLength: 256 * kilobyte,
      maxBodyLength: 256 * kilobyte,
    }
    const sdk = new Fireblocks({
      apiKey,
      secretKey,
      basePath: baseUrl,
      additionalOptions: { baseOptions, isAnonymousPlatform: true },
    })
    return new FireblocksClient(sdk.transactions, callMsMax)
  }

  /** @throws {CustodyUnavailableError} where it is not known whether the transaction was created. */
  async create(transactionRequest: TransactionRequest): Promise<Creation> {
    const idempotencyKey = idempotencyKeyOf(transactionRequest.externalTxId ?? '')
    try {
      await this.#call(() =>
        this.#transactions.createTransaction({ transactionRequest, idempotencyKey }),
      )
      return { kind: 'created' }
    } catch (error) {
      if (!isSpentIdempotencyKey(error)) return creationRefused(error)
    }
    // After an error of its own, Fireblocks refuses the key for a day. The external id is guard enough.
    try {
      await this.#call(() => this.#transactions.createTransaction({ transactionRequest }))
      return { kind: 'created' }
    } catch (error) {
      return creationRefused(error)
    }
  }

  /** Undefined: there is no transaction with this external id. @throws {CustodyUnavailableError} */
  async find(externalTxId: string): Promise<FireblocksTransaction | undefined> {
    try {
      const { data } = await this.#call(() =>
        this.#transactions.getTransactionByExternalId({ externalTxId }),
      )
      const transaction = readTransaction(data)
      if (transaction === undefined) throw new Error('the answer is no transaction')
      return transaction
    } catch (error) {
      const refusal = readRefusal(error)
      if (refusal?.status === 404) return undefined
      throw unavailable(error)
    }
  }

  /** Asks for a cancellation; a refusal to cancel is no error. @throws {CustodyUnavailableError} */
  async cancel(txId: string): Promise<void> {
    try {
      await this.#call(() => this.#transactions.cancelTransaction({ txId }))
    } catch (error) {
      if (readRefusal(error) === undefined) throw unavailable(error)
    }
  }

  /** The time-out of the SDK is that of a silent socket; this one is for the whole call. */
  async #call<T>(send: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), this.#callMsMax)
    })
    try {
      return await Promise.race([send(), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Fireblocks takes keys of at most 40 characters. */
function idempotencyKeyOf(externalTransferId: string): string {
  if (/^[\w-]{1,40}$/.test(externalTransferId)) return externalTransferId
  return createHash('sha256').update(externalTransferId).digest('base64url').slice(0, 40)
}

/** A definite no, in the form of Fireblocks and not of something on the way there. */
function readRefusal(
  error: unknown,
): { status: number; errorCode: number; message: string } | undefined {
  if (!Value.Check(Refusal, error)) return undefined
  const { statusCode, data } = error.response
  const isDefinite = statusCode >= 400 && statusCode < 500 && !passingStatuses.has(statusCode)
  if (!isDefinite || !Value.Check(ErrorBody, data)) return undefined
  return { status: statusCode, errorCode: data.code, message: data.message }
}

function isSpentIdempotencyKey(error: unknown): boolean {
  return /idempotency key/i.test(readRefusal(error)?.message ?? '')
}

function creationRefused(error: unknown): Creation {
  const refusal = readRefusal(error)
  if (refusal === undefined) throw unavailable(error)
  if (refusal.errorCode === duplicateExternalId) return { kind: 'duplicate' }
  return { kind: 'refused', errorCode: refusal.errorCode }
}

/** The error of the SDK holds the request, and with it the key and the token: only its words are kept. */
function unavailable(error: unknown): CustodyUnavailableError {
  const status = Value.Check(Refusal, error) ? `status ${error.response.statusCode}` : undefined
  const message = Value.Check(Type.Object({ message: Type.String() }), error) ? error.message : ''
  const words = message.replace(/[^ -~]/g, ' ').slice(0, 200)
  return new CustodyUnavailableError(`Fireblocks did not answer: ${status ?? words}`)
}
