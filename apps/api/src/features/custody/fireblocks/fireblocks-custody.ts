import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import {
  type CustodyAdapter,
  CustodyMismatchError,
  CustodyUnavailableError,
  type ProviderReport,
  type TransferInstruction,
} from '../custody-adapter.ts'
import { FireblocksClient } from './fireblocks-client.ts'
import type { FireblocksSettings } from './fireblocks-settings.ts'
import { isFinalStatus, isPublishedStatus, meaningOf } from './fireblocks-statuses.ts'
import {
  type FireblocksTransaction,
  isSameMovement,
  movementOf,
  quantityOf,
  requestOf,
} from './fireblocks-transaction.ts'
import { FireblocksWebhooks } from './fireblocks-webhook.ts'

interface Custodian {
  readonly id: string
  readonly name: string
}

type Log = Pick<FastifyBaseLogger, 'warn'>

/** How many unknown statuses are remembered, so that each is logged once. */
const unknownStatusesMax = 100

export class FireblocksCustody implements CustodyAdapter {
  readonly #custodian: Custodian
  readonly #client: FireblocksClient
  readonly #assetIds: ReadonlyMap<string, string>
  readonly #webhooks: FireblocksWebhooks
  readonly #log: Log
  readonly #unknownStatuses = new Set<string>()

  private constructor(
    custodian: Custodian,
    client: FireblocksClient,
    { assetIds, webhookKeys }: FireblocksSettings,
    log: Log,
  ) {
    this.#custodian = custodian
    this.#client = client
    this.#assetIds = assetIds
    this.#webhooks = new FireblocksWebhooks(webhookKeys)
    this.#log = log
  }

  static async open(
    custodian: Custodian,
    settings: FireblocksSettings,
    log: Log,
  ): Promise<FireblocksCustody> {
    const client = await FireblocksClient.open(settings.access)
    return new FireblocksCustody(custodian, client, settings, log)
  }

  /**
   * After any answer the transaction itself is read. A refused request may have been the second of
   * two, and an accepted id may belong to a different transfer.
   */
  async submit(instruction: TransferInstruction): Promise<ProviderReport> {
    const { externalTransferId } = instruction
    const movement = movementOf(instruction, {
      custodianId: this.#custodian.id,
      assetIds: this.#assetIds,
    })
    if (typeof movement === 'string') {
      return (await this.get(externalTransferId)) ?? this.#notSent(externalTransferId, movement)
    }
    const creation = await this.#client.create(requestOf(movement, externalTransferId))
    const transaction = await this.#client.find(externalTransferId)
    if (transaction !== undefined) {
      if (isSameMovement(transaction, movement)) return this.#report(transaction)
      throw new CustodyMismatchError(`${externalTransferId} is another transfer at Fireblocks`)
    }
    if (creation.kind !== 'refused') {
      throw new CustodyUnavailableError(
        'Fireblocks accepted the id but does not return the transaction',
      )
    }
    const { errorCode } = creation
    this.#log.warn({ externalTransferId, errorCode }, 'Fireblocks refused a transaction')
    return {
      state: 'rejected',
      requestState: String(errorCode),
      label: `Refused by ${this.#custodian.name} (error ${errorCode})`,
      quantity: undefined,
    }
  }

  async get(externalTransferId: string): Promise<ProviderReport | undefined> {
    const transaction = await this.#client.find(externalTransferId)
    return transaction && this.#report(transaction)
  }

  async cancel(externalTransferId: string): Promise<ProviderReport | undefined> {
    const transaction = await this.#client.find(externalTransferId)
    if (transaction === undefined || isFinalStatus(transaction.status)) {
      return transaction && this.#report(transaction)
    }
    await this.#client.cancel(transaction.id)
    return this.get(externalTransferId)
  }

  verifyCallback(
    headers: IncomingHttpHeaders,
    body: Uint8Array,
  ): Promise<readonly string[] | undefined> {
    return this.#webhooks.read(headers, body)
  }

  #report(transaction: FireblocksTransaction): ProviderReport {
    const { status } = transaction
    if (!isPublishedStatus(status)) this.#sayUnknown(status)
    return {
      ...meaningOf({ status, subStatus: transaction.subStatus ?? undefined }, this.#custodian.name),
      requestState: status,
      quantity: quantityOf(transaction),
    }
  }

  #notSent(externalTransferId: string, why: string): ProviderReport {
    this.#log.warn({ externalTransferId, why }, 'transfer cannot be sent to Fireblocks')
    return {
      state: 'rejected',
      requestState: null,
      label: `Not sent to ${this.#custodian.name}, which does not know its asset or a wallet`,
      quantity: undefined,
    }
  }

  #sayUnknown(status: string): void {
    if (this.#unknownStatuses.has(status) || this.#unknownStatuses.size >= unknownStatusesMax)
      return
    this.#unknownStatuses.add(status)
    this.#log.warn({ status }, 'unknown Fireblocks status')
  }
}
