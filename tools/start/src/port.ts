import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { serviceOrigin } from './settings.ts'
import { StartError } from './start-error.ts'

/** A service whose start process was killed needs a moment to end. */
const departureMillisecondsMax = 2_000
const lookEveryMs = 50

/**
 * The port to listen on: the one asked for, or for 0 any that is free.
 *
 * @throws StartError when it cannot be had.
 */
export async function portToListenOn(
  host: string,
  port: number,
  patienceMilliseconds = departureMillisecondsMax,
): Promise<number> {
  const deadline = performance.now() + patienceMilliseconds
  for (;;) {
    try {
      return await tryPort(host, port)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EADDRINUSE') throw cannotListen(host, port, code ?? String(error))
      if (performance.now() > deadline) throw await portTaken(host, port)
      await pause(lookEveryMs)
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

/** What to say when somebody else listens there. */
export async function portTaken(host: string, port: number): Promise<StartError> {
  const by = (await isVadium(host, port)) ? 'a Vadium that is already running' : 'another program'
  const other = port === 65_535 ? 3000 : port + 1
  return new StartError(
    `Port ${port} of ${host} is taken by ${by}. Stop it, or take another port: PORT=${other} npm start`,
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
  const why =
    { EACCES: 'is reserved for the administrator', EADDRNOTAVAIL: 'is no address of this machine' }[
      code
    ] ?? `cannot be listened on (${code})`
  return code === 'EACCES'
    ? new StartError(`Port ${port} ${why}. Take another: PORT=3000 npm start`)
    : new StartError(`HOST ${host} ${why}.`)
}
