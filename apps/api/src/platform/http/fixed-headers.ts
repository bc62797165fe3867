/** Headers of every answer. */
export const fixedHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
} as const

/**
 * Headers of public pages: another site can neither embed them nor keep a handle on their window.
 */
export const sameOrigin = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const
