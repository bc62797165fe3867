export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Waits until a condition holds. A condition that throws does not hold yet.
 *
 * @throws Error that names the condition, if it does not hold within the time.
 */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  seconds: number,
): Promise<void> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    const isSo = await Promise.resolve()
      .then(holds)
      .catch(() => false)
    if (isSo) return
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`)
    await pause(250)
  }
}
