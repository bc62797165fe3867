import { createHash } from 'node:crypto'
import type { ConfigurationOptions, TransactionRequest, TransactionsApi } from '@fireblocks/ts-sdk'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { CustodyUnavailableError } from '../custody-adapter.ts'
import { type FireblocksTransaction, readTransaction } from './fireblocks-transaction.ts'

/** The answer to a request to create a transaction. */
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
  /** The time limit of a call, in milliseconds. */
  readonly callMsMax?: number
}

const kilobyte = 1024

/** Fireblocks' error code for an external id that was used before. */
const duplicateExternalId = 1438

/** Statuses that refuse the caller or the moment, not the transaction. */
const temporaryStatuses = new Set([401, 403, 407, 408, 425, 429])

const ErrorBody = Type.Object({ message: Type.String(), code: Type.Integer() })

const Refusal = Type.Object({
  response: Type.Object({ statusCode: Type.Integer(), data: Type.Unknown() }),
})

/**
 * The calls of the official SDK that the service makes. Each has a time limit, and each answer is
 * validated.
 */
export class FireblocksClient {
  readonly #transactions: TransactionsApi
  readonly #callMsMax: number

  private constructor(transactions: TransactionsApi, callMsMax: number) {
    this.#transactions = transactions
    this.#callMsMax = callMsMax
  }

  /**
   * Importing the SDK takes half a second and 50 MB, so only a service with such a custodian
   * imports it.
   */
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

  /** @throws {CustodyUnavailableError} if it is unknown whether the transaction was created. */
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
    // Retried without the idempotency key: after an internal error, Fireblocks refuses the key for
    // a day. The external id still prevents a second transaction.
    try {
      await this.#call(() => this.#transactions.createTransaction({ transactionRequest }))
      return { kind: 'created' }
    } catch (error) {
      return creationRefused(error)
    }
  }

  /**
   * Undefined if there is no transaction with this external id.
   * @throws {CustodyUnavailableError}
   */
  async find(externalTxId: string): Promise<FireblocksTransaction | undefined> {
    try {
      const { data } = await this.#call(() =>
        this.#transactions.getTransactionByExternalId({ externalTxId }),
      )
      const transaction = readTransaction(data)
      if (transaction === undefined) throw new Error('the answer is not a transaction')
      return transaction
    } catch (error) {
      const refusal = readRefusal(error)
      if (refusal?.status === 404) return undefined
      throw unavailable(error)
    }
  }

  /**
   * Requests a cancellation. A refusal to cancel is not an error.
   * @throws {CustodyUnavailableError}
   */
  async cancel(txId: string): Promise<void> {
    try {
      await this.#call(() => this.#transactions.cancelTransaction({ txId }))
    } catch (error) {
      if (readRefusal(error) === undefined) throw unavailable(error)
    }
  }

  /** The time limit of the SDK applies to a silent socket. This one applies to the whole call. */
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

/** Fireblocks accepts keys of at most 40 characters. */
function idempotencyKeyOf(externalTransferId: string): string {
  if (/^[\w-]{1,40}$/.test(externalTransferId)) return externalTransferId
  return createHash('sha256').update(externalTransferId).digest('base64url').slice(0, 40)
}

/** A definite refusal, in the format of Fireblocks and not of a proxy on the way. */
function readRefusal(
  error: unknown,
): { status: number; errorCode: number; message: string } | undefined {
  if (!Value.Check(Refusal, error)) return undefined
  const { statusCode, data } = error.response
  const isDefinite = statusCode >= 400 && statusCode < 500 && !temporaryStatuses.has(statusCode)
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

/** The SDK's error contains the request with its key and token, so only its message is kept. */
function unavailable(error: unknown): CustodyUnavailableError {
  const status = Value.Check(Refusal, error) ? `status ${error.response.statusCode}` : undefined
  const message = Value.Check(Type.Object({ message: Type.String() }), error) ? error.message : ''
  const words = message.replace(/[^ -~]/g, ' ').slice(0, 200)
  return new CustodyUnavailableError(`Fireblocks did not answer: ${status ?? words}`)
}
