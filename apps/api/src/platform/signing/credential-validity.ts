interface Validity {
  readonly revoked: boolean
  /** Unix milliseconds. Null: it does not expire. */
  readonly expiresAtMs: number | null
}

/**
 * Why a credential is not valid at a time; undefined if it is. The function `credential_is_valid`
 * of the database decides the same.
 */
export function invalidityOf(
  { revoked, expiresAtMs }: Validity,
  nowMs: number,
): 'revoked' | 'expired' | undefined {
  if (revoked) return 'revoked'
  return expiresAtMs !== null && expiresAtMs <= nowMs ? 'expired' : undefined
}
