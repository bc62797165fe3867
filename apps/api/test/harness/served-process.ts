import { vi } from 'vitest'
import type { BuiltService, RunningProcess } from './built-service.ts'

/**
 * Starts the built service on a port, and waits until it reports that it is ready.
 * @throws Error with its output if it ends instead.
 */
export async function served(
  service: BuiltService,
  port: number,
  environment: Record<string, string>,
): Promise<RunningProcess> {
  // A machine that is busy with other tests is not overloaded.
  const settings = { PORT: String(port), OVERLOAD_WAIT_MS: '3000', ...environment }
  const running = service.start(settings)
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200
  const ended = running.ended.then((code) => {
    throw new Error(`the service ended with ${code}:\n${running.output()}`)
  })
  // Later it may end.
  ended.catch(() => undefined)
  await Promise.race([vi.waitUntil(isReady, { timeout: 60_000, interval: 100 }), ended])
  return running
}
