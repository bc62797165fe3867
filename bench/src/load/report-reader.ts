import { request } from 'node:http'
import { signRequest } from '@vadium/client'

export interface ReadReport {
  readonly bytes: number
  /** The number of line breaks. */
  readonly lines: number
  readonly seconds: number
}

/**
 * Reads a report to its end and discards it. Calls `onChunk` after each chunk with the number of
 * lines so far.
 */
export function readReport(
  port: number,
  target: string,
  privateKey: string,
  onChunk: (lines: number) => void = () => undefined,
): Promise<ReadReport> {
  const headers = { ...signRequest({ method: 'GET', target }, privateKey) }
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: target, headers }, (reply) => {
      if (reply.statusCode !== 200)
        reject(new Error(`${target} answered ${reply.statusCode ?? ''}`))
      let [bytes, lines] = [0, 0]
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        lines += lineBreaks(chunk)
        onChunk(lines)
      })
      reply.on('end', () => resolve({ bytes, lines, seconds: (performance.now() - begun) / 1000 }))
      reply.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

export function lineBreaks(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) count += 1
  return count
}
