import type { IncomingMessage } from 'node:http'

const bytesMax = 16 * 1024 * 1024
const waitMs = 5000

/**
 * Reads and discards the rest of a request body, within bounds. If the connection were closed while
 * the caller still sends, it would be reset, and the caller would never see the answer.
 */
export function drain(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const done = () => {
      clearTimeout(timer)
      request.off('data', count)
      resolve()
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bytesMax) done()
    }
    const timer = setTimeout(done, waitMs)
    request.on('data', count)
    request.once('end', done)
    request.once('close', done)
    request.once('error', done)
    request.resume()
  })
}
