import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { beforeEach, describe, expect, it } from 'vitest'
import { ConnectionLimits } from '../../../src/platform/http/connection-limits.ts'
import { createHttpServer } from '../../../src/platform/http/http-server.ts'

let server: Server
beforeEach(async () => {
  const limits = new ConnectionLimits({ process: 10, address: 10, isExempt: () => false })
  server = createHttpServer((_request, response) => response.end('answered'), limits)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})

/** A connection that has sent nothing, and what it receives until it is closed. */
async function silentConnection() {
  const accepted = once(server, 'connection')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const pieces: string[] = []
  socket.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece))
  const received = once(socket, 'close').then(() => pieces.join(''))
  await accepted
  return { socket, received }
}

describe('a stop', () => {
  it('answers a request whose first bytes arrive after it has begun', async () => {
    const { socket, received } = await silentConnection()
    const closed = once(server.close(), 'close')
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    expect(await received).toMatch(/^HTTP\/1\.1 200 [^]*answered/)
    await closed
  })

  it('closes connections that have sent nothing, long before they would be stalled', async () => {
    const { received } = await silentConnection()
    const stall = Promise.race([once(server, 'timeout').then(() => 'stalled'), received])
    const closed = once(server.close(), 'close')
    expect(await stall).toBe('')
    await closed
  })
})
