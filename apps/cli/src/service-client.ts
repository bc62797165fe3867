import { setTimeout as pause } from 'node:timers/promises'
import { type StreamOptions, type Transport, VadiumClient } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import { type Io, write } from './io.ts'
import type { OperationInput } from './operations/operation-input.ts'
import type { Connection } from './profiles/connection.ts'

// Shorter waits are not reported.
const WAIT_REPORTED_MS = 1_000

const EXTRA_MS_MAX = 1_000

/** Calls any operation of the registry, with input that is known only at run time. */
export interface ServiceClient {
  call(operation: Operation, input: OperationInput, key: string | undefined): Promise<unknown>
  /** Reads once, within a second: for what an output can do without. */
  readOnce(operation: Operation, input: OperationInput): Promise<unknown>
  exportText(operation: Operation, input: OperationInput): AsyncGenerator<string, void, undefined>
  exportItems(operation: Operation, input: OperationInput): AsyncGenerator<unknown, void, undefined>
  stream(
    operation: Operation,
    input: OperationInput,
    options: StreamOptions,
  ): AsyncIterableIterator<unknown>
  /** Waits until an approval has ended, and returns the answer of its request. */
  waitForApproval(approvalId: string): Promise<unknown>
  close(): Promise<void>
}

/** The behaviour of the client. */
interface ClientSettings {
  readonly transport: Transport
  /** Whether to print no notes on stderr. */
  readonly quiet: boolean
  readonly retries: boolean
}

export function serviceClient(
  { url, privateKey }: Connection,
  settings: ClientSettings,
  io: Io,
): ServiceClient {
  let { quiet } = settings
  const { wait = (ms, signal) => pause(ms, undefined, { signal }) } = io
  const client = new VadiumClient({
    baseUrl: url,
    privateKey,
    transport: settings.transport,
    now: io.now,
    retries: settings.retries ? {} : false,
    wait: async (ms, signal) => {
      if (!quiet && ms >= WAIT_REPORTED_MS) {
        await write(io.stderr, `vadium: retrying in ${Math.ceil(ms / 1000)} s\n`)
      }
      await wait(ms, signal)
    },
  })
  return {
    call: (operation, input, idempotencyKey) =>
      client.request(operation, input, { signal: io.signal, idempotencyKey }),
    readOnce: (operation, input) =>
      client.request(operation, input, {
        signal: io.signal,
        timeoutMs: EXTRA_MS_MAX,
        retries: false,
      }),
    exportText: (operation, input) => client.exportText(operation, input, { signal: io.signal }),
    exportItems: (operation, input) => client.exportItems(operation, input, { signal: io.signal }),
    stream: (operation, input, options) =>
      client.stream(operation, input, { signal: io.signal, ...options }),
    waitForApproval: (approvalId) => {
      // Its waits are not those before retries.
      quiet = true
      return client.approvals.wait(approvalId, { signal: io.signal })
    },
    close: () => client.close(),
  }
}
