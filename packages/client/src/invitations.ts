import { type Enrolment, invitationSecretPattern, invitationText } from '@vadium/schema/protocol'

/** What the link of an invitation contains. */
export interface InvitationLink {
  readonly invitationId: string
  /** base64url without padding. It gives no access, but is not to be published. */
  readonly secret: string
}

const wordBits = 11
const wordCount = 6
const member = 'invitation'
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The six words of an invitation and a public key: the first 66 bits of a SHA-256, as words of the
 * English list of BIP 39. The colleague reads them to the admin, who has computed the same.
 */
export async function invitationWords(
  invitationId: string,
  publicKey: string,
): Promise<readonly string[]> {
  // Few programs ever need the list.
  const { wordlist } = await import('@scure/bip39/wordlists/english.js')
  const text = new TextEncoder().encode(invitationText(invitationId, publicKey))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const bits = Array.from(hash, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return Array.from({ length: wordCount }, (_, i) => {
    const index = Number.parseInt(bits.slice(i * wordBits, (i + 1) * wordBits), 2)
    return wordlist[index] ?? ''
  })
}

/**
 * The link of an invitation. What is secret is in its fragment, which no browser sends.
 *
 * @param console The address of the console, such as `https://vadium.example.com/console/`.
 */
export function invitationLink(console: string, { invitationId, secret }: InvitationLink): string {
  const url = new URL(console)
  url.hash = `${member}=${invitationId}.${secret}`
  return url.href
}

/** Reads the fragment of a link, with or without its `#`. Undefined if it is not a whole one. */
export function readInvitationLink(fragment: string): InvitationLink | undefined {
  const given = new URLSearchParams(fragment.replace(/^#/, '')).get(member)
  const [invitationId = '', secret = '', ...rest] = (given ?? '').split('.')
  const isWhole = uuidPattern.test(invitationId) && invitationSecretPattern.test(secret)
  return isWhole && rest.length === 0 ? { invitationId, secret } : undefined
}

interface Opened {
  readonly id: string
  readonly offer: {
    readonly installation_id: string
    readonly organization_id: string
    readonly account_id: string
  } | null
}

/**
 * What the proof of a key names that is offered for an opened invitation. One that has ended answers
 * no ids of the organization: it is refused whatever the proof names.
 */
export function invitationEnrolment({ id, offer }: Opened): Enrolment {
  return {
    installationId: offer?.installation_id ?? id,
    organizationId: offer?.organization_id ?? id,
    accountId: offer?.account_id ?? id,
  }
}
