import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { portToListenOn } from '../src/port.ts'

const host = '127.0.0.1'

async function listener(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

it('is the one asked for', async () => {
  const free = await portToListenOn(host, 0)
  expect(free).toBeGreaterThan(0)
  expect(await portToListenOn(host, free)).toBe(free)
})

it('is refused in a sentence where another program has it', async () => {
  const port = await listener((_request, reply) => reply.end('hello'))
  await expect(portToListenOn(host, port, 0)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use by another program. Stop it, or use another port: PORT=${port + 1} npm start`,
  )
})

it('is refused by name where a Vadium has it', async () => {
  const port = await listener((_request, reply) =>
    reply.setHeader('X-RateLimit-Limit', '60').end('{"status":"ok"}'),
  )
  await expect(portToListenOn(host, port, 0)).rejects.toThrow('another Vadium service')
})

it('is waited for while a service that was told to stop still has it', async () => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const waiting = portToListenOn(host, port, 60_000)
  // By the next turn of the event loop it has been refused for the first time.
  setImmediate(() => server.close())
  expect(await waiting).toBe(port)
})

it('is not looked for on an address that is not ours', async () => {
  await expect(portToListenOn('192.0.2.1', 3000)).rejects.toThrow('not an address of this machine')
})
