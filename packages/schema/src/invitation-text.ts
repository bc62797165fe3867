/** The secret of an invitation: 32 bytes, base64url without padding. */
export const invitationSecretPattern = /^[A-Za-z0-9_-]{43}$/

/**
 * The text whose hash gives the six words of an invitation. Who accepts and who confirms compute it
 * from what each has seen, so equal words mean the same key.
 */
export function invitationText(invitationId: string, publicKey: string): string {
  return ['vadium-invitation', invitationId.toLowerCase(), publicKey].join('|')
}
