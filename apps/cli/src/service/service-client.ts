import { type StreamOptions, type Transport, VadiumClient } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import { type Connection, resolveConnection } from '../profiles/connection.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { write } from '../terminal/write.ts'

// Shorter waits are not reported.
const WAIT_REPORTED_MS = 1_000

const EXTRA_MS_MAX = 1_000

/** Calls any operation of the registry, with input that is known only at run time. */
export interface ServiceClient {
  call(operation: Operation, input: OperationInput, key: string | undefined): Promise<unknown>
  /** Reads once, within a second: for what an output can do without. */
  readOnce(operation: Operation, input: OperationInput): Promise<unknown>
  file(operation: Operation, input: OperationInput): Promise<Uint8Array>
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

/** A client of the service that the flags select. With --json, it prints no notes. */
export async function connect(
  { io, flags }: CommandContext,
  transport: Transport = io.transport(),
): Promise<ServiceClient> {
  const connection = await resolveConnection(flags, io)
  return serviceClient(connection, { transport, quiet: flags.json === true, retries: true }, io)
}

/** The SDK, for commands that write many requests out. */
export function sdkClient({ url, privateKey }: Connection, io: Effects): VadiumClient {
  const { now, wait } = io
  return new VadiumClient({ baseUrl: url, privateKey, transport: io.transport(), now, wait })
}

export function serviceClient(
  { url, privateKey }: Connection,
  settings: ClientSettings,
  io: Effects,
): ServiceClient {
  let { quiet } = settings
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
      await io.wait(ms, signal)
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
    file: (operation, input) => client.file(operation, input, { signal: io.signal }),
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
