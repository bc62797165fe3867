import { vi } from 'vitest'
import type { BuiltService, RunningProcess } from './built-service.ts'

/** Starts the built service on a port, and waits until it says that it is ready. */
export async function served(
  service: BuiltService,
  port: number,
  environment: Record<string, string>,
): Promise<RunningProcess> {
  const running = service.start({ PORT: String(port), ...environment })
  const isReady = async () =>
    (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status === 200
  await vi.waitUntil(isReady, { timeout: 60_000, interval: 100 })
  return running
}
