import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceOrigin } from './settings.ts'
import { StartError } from './start-error.ts'

/** A service whose start process was killed takes a moment to end. */
const releaseMillisecondsMax = 2_000
const pollMs = 50

/**
 * Returns the given port when it is free, or for 0 any free port.
 *
 * @throws StartError when the port cannot be used.
 */
export async function portToListenOn(
  host: string,
  port: number,
  waitMilliseconds = releaseMillisecondsMax,
): Promise<number> {
  const deadline = performance.now() + waitMilliseconds
  for (;;) {
    try {
      return await tryPort(host, port)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EADDRINUSE') throw cannotListen(host, port, code ?? String(error))
      if (performance.now() > deadline) throw await portTaken(host, port)
      await pause(pollMs)
    }
  }
}

async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer()
  server.listen(port, host)
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return free
}

/** The error for a port on which another program listens. */
export async function portTaken(host: string, port: number): Promise<StartError> {
  const by = (await isVadium(host, port)) ? 'another Vadium service' : 'another program'
  const other = port === 65_535 ? 3000 : port + 1
  return new StartError(
    `Port ${port} of ${host} is in use by ${by}. Stop it, or use another port: PORT=${other} npm start`,
  )
}

async function isVadium(host: string, port: number): Promise<boolean> {
  try {
    const url = `${serviceOrigin({ host, port })}/healthz`
    const reply = await fetch(url, { signal: AbortSignal.timeout(1_000) })
    return reply.headers.has('X-RateLimit-Limit') && (await reply.text()) === '{"status":"ok"}'
  } catch {
    return false
  }
}

function cannotListen(host: string, port: number, code: string): StartError {
  if (code === 'EACCES') {
    return new StartError(
      `Port ${port} requires administrator rights. Use another port: PORT=3000 npm start`,
    )
  }
  if (code === 'EADDRNOTAVAIL')
    return new StartError(`HOST ${host} is not an address of this machine.`)
  return new StartError(`HOST ${host} cannot be used (${code}).`)
}
