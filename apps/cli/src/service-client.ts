import { setTimeout as pause } from 'node:timers/promises'
import { type StreamOptions, type Transport, VadiumClient } from '@vadium/client'
import type { Operation } from '@vadium/schema'
import { type Io, write } from './io.ts'
import type { OperationInput } from './operations/operation-input.ts'
import type { Profile } from './profiles/profile-file.ts'

// Shorter waits pass unnoticed.
const WAIT_TOLD_MS = 1_000

/** Calls operations as they come from the registry: what they take is known when the command runs. */
export interface ServiceClient {
  call(operation: Operation, input: OperationInput, key: string | undefined): Promise<unknown>
  exportText(operation: Operation, input: OperationInput): AsyncGenerator<string, void, undefined>
  stream(
    operation: Operation,
    input: OperationInput,
    options: StreamOptions,
  ): AsyncIterableIterator<unknown>
  close(): Promise<void>
}

/** How the client is to behave. */
interface Manner {
  readonly transport: Transport
  /** Notes on stderr are for people. */
  readonly quiet: boolean
  readonly retries: boolean
}

export function serviceClient({ url, privateKey }: Profile, manner: Manner, io: Io): ServiceClient {
  const client = new VadiumClient({
    baseUrl: url,
    privateKey,
    transport: manner.transport,
    now: io.now,
    retries: manner.retries ? {} : false,
    wait: async (ms, signal) => {
      if (!manner.quiet && ms >= WAIT_TOLD_MS) {
        await write(io.stderr, `vadium: trying again in ${Math.ceil(ms / 1000)} s\n`)
      }
      await pause(ms, undefined, { signal })
    },
  })
  return {
    call: (operation, input, idempotencyKey) =>
      client.request(operation, input, { signal: io.signal, idempotencyKey }),
    exportText: (operation, input) => client.exportText(operation, input, { signal: io.signal }),
    stream: (operation, input, options) =>
      client.stream(operation, input, { signal: io.signal, ...options }),
    close: () => client.close(),
  }
}
