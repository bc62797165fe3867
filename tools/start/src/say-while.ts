/** Nobody waits longer than this without a line that says what is happening. */
const lineEveryMs = 2_000

/** Tells now and then what is happening, until the work is done. */
export async function sayWhile<T>(
  work: Promise<T>,
  tell: (text: string) => void,
  what: () => string,
  everyMs = lineEveryMs,
): Promise<T> {
  const begun = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    tell(`${what()} (${seconds} s) ...\n`)
  }, everyMs)
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}
