import type { NameOf } from './marked-answer.ts'
import { quoted } from './request-text.ts'

type Members = Readonly<Record<string, unknown>>

/** An organization that a resource names. */
export interface NamedParty {
  readonly id: string
  /** As the resource has it. Undefined if it has none. */
  readonly name: string | undefined
}

/** A free text may have the form of an id, so that only these members are read. */
const partyMember = /^(lender|borrower|counterparty|(?:\w+_)?organization)_id$/

/** The organizations that a resource, or the sides of its transfer, name. */
export function partiesIn(resource: Members): NamedParty[] {
  const parts = [resource, resource['sender'], resource['receiver']].filter(isObject)
  const parties = parts.flatMap((part) => Object.keys(part).flatMap((name) => partyAt(part, name)))
  return [...new Map(parties.map((party) => [party.id, party])).values()]
}

function partyAt(part: Members, member: string): NamedParty[] {
  const [, what] = partyMember.exec(member) ?? []
  const id = part[member]
  if (what === undefined || typeof id !== 'string') return []
  const name = part[`${what}_name`]
  return [{ id: plainId(id), name: typeof name === 'string' ? name : undefined }]
}

/** What a transfer sends, from where to where. */
export interface SentTransfer {
  readonly sender: Members
  readonly receiver: Members
  readonly quantity: unknown
  readonly token: unknown
}

/** Undefined for a resource that is no transfer. */
export function transferIn({
  sender,
  receiver,
  quantity,
  token,
}: Members): SentTransfer | undefined {
  return isObject(sender) && isObject(receiver) ? { sender, receiver, quantity, token } : undefined
}

export function transferSentence(transfer: SentTransfer | undefined, names: NameOf): string[] {
  if (transfer === undefined) return []
  const { sender, receiver, quantity, token } = transfer
  const [from, to] = [sender, receiver].map((side) => {
    const [party] = partyAt(side, 'organization_id')
    if (party === undefined) return 'a party that is not named'
    return quoted(names(party.id) ?? party.name ?? party.id)
  })
  return [`It is the transfer of ${String(quantity)} ${String(token)} from ${from} to ${to}.`]
}

const plainId = (id: string): string => id.replace(/^organizations\//, '')

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
