import { fireEvent, waitFor } from '@testing-library/dom'
import { vi } from 'vitest'

/** What is shown is read again when a person comes back after so long. */
const awayMs = 61_000

/**
 * Leaves the page and comes back to it after a minute, until something is so. Once is not enough: a
 * reading that was under way then has what there was before, and none follows it.
 */
export async function comeBackUntil(isSo: () => unknown): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await waitFor(async () => {
      vi.setSystemTime(Date.now() + awayMs)
      fireEvent(window, new Event('visibilitychange'))
      await isSo()
    })
  } finally {
    vi.useRealTimers()
  }
}
