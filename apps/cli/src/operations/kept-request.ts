import type { Transport, TransportRequest } from '@vadium/client'
import { curlLine } from '@vadium/schema'
import { printCurlLine } from '../curl-line.ts'
import type { Io } from '../io.ts'
import type { Connection } from '../profiles/connection.ts'
import { type ServiceClient, serviceClient } from '../service-client.ts'

/** Prints the request that a call would send, as a curl line. */
export async function printRequest(
  call: (client: ServiceClient) => Promise<unknown>,
  connection: Connection,
  io: Io,
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
  io: Io,
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
