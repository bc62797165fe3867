import type { Transport, TransportRequest } from '@vadium/client'
import { curlLine, signatureWindowMs } from '@vadium/schema'
import type { Effects } from '../context/effects.ts'
import type { Io } from '../context/io.ts'
import type { Connection } from '../profiles/connection.ts'
import { type ServiceClient, serviceClient } from '../service/service-client.ts'
import { write } from '../terminal/write.ts'

/** Prints a signed line to stdout and its lifetime to stderr, so that the line can be piped. */
export async function printCurlLine(line: string, { stdout, stderr }: Io): Promise<void> {
  await write(stdout, `${line}\n`)
  await write(stderr, `Valid once, for ${signatureWindowMs / 1000} seconds from now.\n`)
}

/** Prints the request that a call would send, as a curl line. */
export async function printRequest(
  call: (client: ServiceClient) => Promise<unknown>,
  connection: Connection,
  io: Effects,
): Promise<0> {
  await printCurlLine(curlLine(await requestOf(call, connection, io)), io)
  return 0
}

/**
 * The request that the SDK would send: the SDK signs it and passes it to a transport that keeps it.
 */
async function requestOf(
  call: (client: ServiceClient) => Promise<unknown>,
  connection: Connection,
  io: Effects,
): Promise<TransportRequest> {
  let kept: TransportRequest | undefined
  const transport: Transport = {
    send: (request) => {
      kept = request
      return Promise.reject(new Error('Kept, not sent.'))
    },
  }
  const client = serviceClient(connection, { transport, quiet: true, retries: false }, io)
  const failed = await call(client).catch((error: unknown) => error)
  if (kept === undefined) throw failed
  return kept
}
