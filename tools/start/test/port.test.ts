import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { portToListenOn } from '../src/port.ts'

const host = '127.0.0.1'

it('returns the requested port', async () => {
  const free = await portToListenOn(host, 0)
  expect(free).toBeGreaterThan(0)
  expect(await portToListenOn(host, free)).toBe(free)
})

it('refuses a port that another program uses, with a sentence', async () => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  await expect(portToListenOn(host, port, 0)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use by another program, such as another Vadium service. ` +
      `Stop it, or use another port: PORT=${port + 1} npm start`,
  )
})

it('waits for a port that a stopping service still uses', async () => {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const waiting = portToListenOn(host, port, 60_000)
  // By the next turn of the event loop it has been refused for the first time.
  setImmediate(() => server.close())
  expect(await waiting).toBe(port)
})

it('refuses an address of another machine', async () => {
  await expect(portToListenOn('192.0.2.1', 3000)).rejects.toThrow('not an address of this machine')
})
