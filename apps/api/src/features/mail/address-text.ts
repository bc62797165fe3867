import { createHash } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** A mail address as it is stored and sent to. */
export interface ReadAddress {
  readonly address: string
  /** SHA-256 of the address in lower case. */
  readonly addressHash: Buffer
  /** SHA-256 of the mailbox: whatever follows a plus sign reaches the same person. */
  readonly mailboxHash: Buffer
  /** What follows the plus sign. Empty if there is none. */
  readonly tag: string
}

const localLengthMax = 64
const lengthMax = 254

/**
 * An address whose form is that of the schema. Its domain is turned into ASCII, so that no two
 * domains look alike. Undefined if no mail can go there.
 */
export function readAddress(text: string): ReadAddress | undefined {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at)
  const domain = domainToASCII(text.slice(at + 1)).toLowerCase()
  const address = `${local}@${domain}`
  if (!isDomain(domain) || local.length > localLengthMax) return undefined
  if (address.length > lengthMax) return undefined
  const lower = local.toLowerCase()
  const plus = lower.includes('+', 1) ? lower.indexOf('+', 1) : lower.length
  return {
    address,
    addressHash: sha256(`${lower}@${domain}`),
    mailboxHash: sha256(mailboxOf(lower.slice(0, plus), domain)),
    tag: local.slice(plus + 1),
  }
}

/** The largest mail provider takes two domains for one, and ignores dots. */
const mailboxOf = (name: string, domain: string) =>
  domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`

/** A name of at least two labels. A last one of digits would be the address of a machine. */
function isDomain(domain: string): boolean {
  const labels = domain.split('.')
  const isLabel = (label: string) =>
    /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-')
  return labels.length > 1 && labels.every(isLabel) && /[a-z]/.test(labels.at(-1) ?? '')
}

/** The address for people who may not be meant to see all of it: `d…@harbor.example`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, 1)}…${address.slice(at)}`
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
