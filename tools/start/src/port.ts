import { freePort, StartError, until } from '@vadium/local-postgres'

/** A service whose start process was killed takes a moment to end. */
const releaseMillisecondsMax = 2_000

/**
 * Returns the given port when it is free, or for 0 any free port.
 *
 * @param patienceMs how long it may take to become free.
 * @throws StartError when the port cannot be used.
 */
export async function portToListenOn(
  host: string,
  port: number,
  patienceMs = releaseMillisecondsMax,
): Promise<number> {
  const free = await until(patienceMs, () =>
    freePort(host, port).catch((error: unknown) => {
      const { code = String(error) } = error as NodeJS.ErrnoException
      if (code === 'EADDRINUSE') return undefined
      throw new StartError(
        code === 'EACCES'
          ? `Port ${port} requires administrator rights. Use another port: PORT=3000 npm start`
          : `HOST ${host} is not an address of this machine that can be used (${code}).`,
      )
    }),
  )
  if (free !== undefined) return free
  const other = port === 65_535 ? 3000 : port + 1
  throw new StartError(
    `Port ${port} of ${host} is in use by another program, such as another Vadium service. Stop it, ` +
      `or use another port: PORT=${other} npm start`,
  )
}
