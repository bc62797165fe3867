import { timingSafeEqual } from 'node:crypto'
import { confirmationTimeMs, type Invitation, type OpenedInvitation } from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import { instantText } from '../../../platform/instant.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { Writes } from '../../../platform/writes/writes.ts'
import { provenKey } from '../credentials/possession-proof.ts'
import { notifyOfInvitation, notifyOfSecondKey } from './invitation-notices.ts'
import type { InvitationRepository } from './invitation.repository.ts'
import { secretHash } from './invitation.service.ts'

interface Parts {
  readonly invitations: InvitationRepository
  readonly writes: Writes
  /** The clock of the machine. */
  readonly clock: Clock
  readonly installationId: string
}

/** The link that somebody has. */
interface Link {
  readonly id: string
  readonly secret: string
}

/** An invitation, in a transaction of its organization. */
interface FoundLink {
  readonly tx: WriteTransaction
  readonly invitation: Invitation
  readonly nowMs: number
}

/** No secret has it, because it is the hash of nothing. */
const noHash = secretHash('')

/**
 * What the holder of a link may do, who has no credential: see the invitation, and offer one key.
 * An invitation that does not exist and a wrong secret have the same answer, after the same work.
 */
export class InvitationLinkService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  open(link: Link): Promise<OpenedInvitation | Refusal> {
    return this.#withLink(link, 'read', (found) => this.#opened(found))
  }

  accept(link: Link, proof: string, requestId: string): Promise<OpenedInvitation | Refusal> {
    return this.#withLink(link, 'lock', async (locked) => {
      const { invitation, nowMs } = locked
      const key = provenKey(proof, this.#enrolmentOf(invitation), nowMs)
      if ('fault' in key) return new Refusal('VALUE_INVALID', [key.fault])
      const { state, public_key } = invitation
      if (state === 'PENDING') return this.#accepted(locked, key.publicKey, requestId)
      if (state === 'REVOKED' || state === 'EXPIRED') return refused(endings[state])
      const isSame = public_key === key.publicKey
      // The answer to the same key may have been lost.
      if (isSame && state === 'ACCEPTED') return this.#opened(locked)
      if (!isSame) {
        await notifyOfSecondKey(locked.tx, invitation)
        await this.#audit(locked, requestId, 'INVALID_STATE')
      }
      return refused(endings[state])
    })
  }

  async #accepted(
    locked: FoundLink,
    publicKey: string,
    requestId: string,
  ): Promise<OpenedInvitation | Refusal> {
    const { tx, invitation, nowMs } = locked
    if (await this.#parts.invitations.isEnrolled(tx, publicKey)) {
      const issue = 'its key belongs or belonged to a credential'
      return new Refusal('ALREADY_EXISTS', [{ field: 'proof', issue }])
    }
    const expireTime = instantText(nowMs + confirmationTimeMs)
    await this.#parts.invitations.accept(tx, invitation.id, {
      publicKey,
      acceptTime: instantText(nowMs),
      expireTime,
    })
    await notifyOfInvitation(tx, 'accept', invitation)
    await this.#audit(locked, requestId, 'ok')
    const accepted = { state: 'ACCEPTED', public_key: publicKey, expire_time: expireTime } as const
    return this.#opened({ ...locked, invitation: { ...invitation, ...accepted } })
  }

  /** Finds the invitation of a link, and does work in the name of its organization. */
  async #withLink(
    { id, secret }: Link,
    how: 'read' | 'lock',
    work: (found: FoundLink) => Promise<OpenedInvitation | Refusal>,
  ): Promise<OpenedInvitation | Refusal> {
    const { invitations, writes, clock } = this.#parts
    const found = await invitations.ofLink(id)
    const isItsSecret = timingSafeEqual(found?.secretHash ?? noHash, secretHash(secret))
    if (found === undefined || !isItsSecret) {
      return new Refusal('INVITATION_NOT_FOUND', [], 'no invitation has this link')
    }
    return writes.unsigned<OpenedInvitation | Refusal>(found.organizationId, async (tx) => {
      const nowMs = clock.now()
      const invitation = await invitations[how](tx, instantText(nowMs), id)
      if (invitation === undefined) throw new Error(`invitation ${id} is missing`)
      return work({ tx, invitation, nowMs })
    })
  }

  async #opened({ tx, invitation }: FoundLink): Promise<OpenedInvitation> {
    const { id, organization_id, account_id, name, role, state, expire_time, public_key } =
      invitation
    return {
      id,
      organization_id,
      account_id,
      name,
      role,
      state,
      expire_time,
      public_key,
      organization_name: await this.#parts.invitations.organizationName(tx),
      installation_id: this.#parts.installationId,
    }
  }

  #enrolmentOf({ organization_id: organizationId, account_id: accountId }: Invitation) {
    return { installationId: this.#parts.installationId, organizationId, accountId }
  }

  /** No credential has signed it. */
  #audit({ tx, invitation, nowMs }: FoundLink, requestId: string, outcome: string): Promise<void> {
    return tx.audit({
      id: tx.ids.next(),
      time: instantText(nowMs),
      kind: 'credential',
      organizationId: invitation.organization_id,
      credentialId: null,
      event: 'acceptInvitation',
      outcome,
      requestId,
      subjectId: invitation.id,
    })
  }
}

const endings = {
  ACCEPTED: 'was accepted with another key: ask your admin for a new invitation',
  CONFIRMED: 'was used already',
  REVOKED: 'was revoked: ask your admin for a new one',
  EXPIRED: 'has expired: ask your admin for a new one',
} as const

function refused(issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field: 'invitation_id', issue }])
}
