import { connect } from 'node:net'
import type { RunningService } from './service.ts'

export interface RawReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Record<string, string>
  readonly text: string
}

/** Sends bytes unchanged and reads until the service closes the connection. */
export function sendRaw(service: RunningService, bytes: string | Buffer): Promise<RawReply> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      resolve(readReply(Buffer.concat(chunks).toString('latin1')))
    })
  })
}

function readReply(text: string): RawReply {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: text.slice(end + 4),
  }
}
