import type { IncomingMessage } from 'node:http'

const bytesMax = 16 * 1024 * 1024
const waitMs = 5000

/**
 * Reads and drops what a caller is still sending, within bounds. A connection that is closed while it
 * is being written to is reset, and the caller would never see the answer.
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
