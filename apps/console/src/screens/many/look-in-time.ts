/** A look that takes longer is given no more time: the figures of the others grow old meanwhile. */
export const lookMsMax = 15_000

/**
 * Looks at one of many, for so long at most.
 *
 * @param signal Ends the look, as the limit does.
 * @throws Error that says so at the limit, also if the look ignores its signal.
 */
export async function lookInTime<Looked>(
  look: (options: { readonly signal: AbortSignal }) => Promise<Looked>,
  signal: AbortSignal,
): Promise<Looked> {
  const life = new AbortController()
  const end = () => {
    life.abort()
  }
  signal.addEventListener('abort', end)
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer came within ${lookMsMax / 1000} s`))
      end()
    }, lookMsMax)
  })
  try {
    return await Promise.race([look({ signal: life.signal }), limit])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
  }
}
