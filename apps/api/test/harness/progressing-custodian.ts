import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type {
  CustodyAdapter,
  ProviderReport,
  TransferInstruction,
} from '../../src/features/custody/custody-adapter.ts'
import {
  readCallback,
  signBody,
  type SignedCallback,
} from '../../src/features/custody/simulated/simulated-callback.ts'

/** The stages of every movement, with one callback each. */
export const stages = ['pending_provider_approval', 'confirming', 'completed'] as const

const signedAt = Date.parse('2026-03-02T12:00:00.000Z')

/** A custodian in memory whose movements proceed only when a test says so. */
export class ProgressingCustodian implements CustodyAdapter {
  readonly #key = randomBytes(32)
  readonly #movements = new Map<string, { readonly quantity: string; reached: number }>()
  /** All submissions, in order. */
  readonly sent: string[] = []

  async submit({ externalTransferId, quantity }: TransferInstruction): Promise<ProviderReport> {
    this.sent.push(externalTransferId)
    this.know(externalTransferId, quantity)
    return reportOf(quantity, 0)
  }

  /** As if it had been sent before. */
  know(externalTransferId: string, quantity: string): void {
    this.#movements.set(externalTransferId, { quantity, reached: 0 })
  }

  async get(externalTransferId: string): Promise<ProviderReport | undefined> {
    const known = this.#movements.get(externalTransferId)
    return known && reportOf(known.quantity, known.reached)
  }

  cancel(externalTransferId: string): Promise<ProviderReport | undefined> {
    return this.get(externalTransferId)
  }

  async verifyCallback(headers: IncomingHttpHeaders, body: Uint8Array) {
    return readCallback(this.#key, headers, body, signedAt)
  }

  /** The callback of a stage that has been reached. */
  callback(externalTransferId: string, stage: number): SignedCallback {
    const known = this.#movements.get(externalTransferId)
    if (known === undefined) throw new Error(`nothing was sent as ${externalTransferId}`)
    known.reached = Math.max(known.reached, stage)
    // The callbacks of the stages differ in their bytes, as those of a provider do.
    const text = JSON.stringify({ transfers: [externalTransferId] }, null, stage)
    return signBody(this.#key, Buffer.from(text), signedAt)
  }
}

function reportOf(quantity: string, reached: number): ProviderReport {
  const state = stages[reached]
  return { state, requestState: `stage ${reached}`, label: `At stage ${reached}`, quantity }
}
