import type { Transport } from '@vadium/client'

/** A transport that keeps the last body that it received. */
export interface RecordingTransport extends Transport {
  lastBody(): string
}

/**
 * `--json` prints the bytes of the service, not the output of a parser. This transport keeps them.
 * The client bounds the size of a reply, so the kept body is bounded too.
 */
export function recordingTransport(inner: Transport): RecordingTransport {
  let chunks: Uint8Array[] = []
  return {
    async send(request) {
      const reply = await inner.send(request)
      const received: Uint8Array[] = []
      chunks = received
      return { ...reply, body: record(reply.body, received) }
    },
    close: async () => {
      await inner.close?.()
    },
    lastBody: () => Buffer.concat(chunks).toString('utf8'),
  }
}

async function* record(
  body: AsyncIterable<Uint8Array>,
  received: Uint8Array[],
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of body) {
    received.push(chunk)
    yield chunk
  }
}
