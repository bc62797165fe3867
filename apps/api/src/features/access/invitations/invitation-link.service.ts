import { timingSafeEqual } from 'node:crypto'
import {
  confirmationTimeMs,
  endedLinkTimeMs,
  type Invitation,
  type OpenedInvitation,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { AuditEffect } from '../../../platform/http/open-operation.ts'
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

/** An invitation whose secret somebody has. */
export interface FoundLink {
  readonly id: string
  readonly organizationId: string
}

/** An invitation, in a transaction of its organization. */
interface ReadLink {
  readonly tx: WriteTransaction
  readonly invitation: Invitation
  readonly nowMs: number
}

/** No secret has it, because it is the hash of nothing. */
const noHash = secretHash('')

/** An invitation that does not exist and a wrong secret have the same answer. */
const notFound = new Refusal('INVITATION_NOT_FOUND', [], 'no invitation has this link')

/**
 * What the holder of a link may do, who has no credential: see the invitation, and offer one key.
 * Once it has ended, they see its state for a while, and nothing of the organization.
 */
export class InvitationLinkService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The same work is done whether or not the invitation exists. A forgotten one is refused here, so
   * that its requests are counted and audited as those to an unknown one.
   */
  async find(id: string, secret: string): Promise<FoundLink | Refusal> {
    const { invitations, clock } = this.#parts
    const found = await invitations.ofLink(id, instantText(clock.now() - endedLinkTimeMs))
    const isItsSecret = timingSafeEqual(found?.secretHash ?? noHash, secretHash(secret))
    if (found === undefined || !isItsSecret || found.isForgotten) return notFound
    return { id, organizationId: found.organizationId }
  }

  open(link: FoundLink): Promise<OpenedInvitation | Refusal> {
    return this.#reading(link, async (read) => {
      const { id, state } = read.invitation
      return isEnding(state) ? { id, state, offer: null } : this.#opened(read)
    })
  }

  /**
   * Only a key that can be accepted locks anything. So nobody repeats offers to delay those who
   * confirm or revoke the invitation, or revoke its creator's credential.
   */
  accept(
    link: FoundLink,
    proof: string,
    auditEffect: AuditEffect,
  ): Promise<OpenedInvitation | Refusal> {
    return this.#reading(link, async (read) => {
      const { tx, invitation, nowMs } = read
      const { state } = invitation
      // A proof names the account, which an ended link does not answer. So a colleague who comes
      // after a thief was confirmed is believed without one: the notification is all that follows.
      const [unproven = ''] = proof.split('.')
      const key = isEnding(state)
        ? { publicKey: unproven }
        : provenKey(proof, this.#enrolmentOf(invitation), nowMs)
      if ('fault' in key) return new Refusal('VALUE_INVALID', [key.fault])
      const { publicKey } = key
      if (state !== 'PENDING') return this.#answered(read, publicKey, auditEffect)
      if (await this.#parts.invitations.isEnrolled(tx, publicKey)) {
        const issue = 'its key belongs or belonged to a credential'
        return new Refusal('ALREADY_EXISTS', [{ field: 'proof', issue }])
      }
      const locked = { tx, nowMs, invitation: await this.#invitation(tx, nowMs, link.id, 'lock') }
      // Another key, or an end, may have been first.
      return locked.invitation.state === 'PENDING'
        ? this.#accepted(locked, publicKey, auditEffect)
        : this.#answered(locked, publicKey, auditEffect)
    })
  }

  async #accepted(
    locked: ReadLink,
    publicKey: string,
    auditEffect: AuditEffect,
  ): Promise<OpenedInvitation> {
    const { tx, invitation, nowMs } = locked
    const expireTime = instantText(nowMs + confirmationTimeMs)
    await this.#parts.invitations.accept(tx, invitation.id, {
      publicKey,
      acceptTime: instantText(nowMs),
      expireTime,
    })
    await notifyOfInvitation(tx, 'accept', invitation)
    await auditEffect(tx)
    const accepted = { state: 'ACCEPTED', public_key: publicKey, expire_time: expireTime } as const
    return this.#opened({ ...locked, invitation: { ...invitation, ...accepted } })
  }

  /** Answers the offer of a key to an invitation that is not pending. */
  async #answered(
    { tx, invitation, nowMs }: ReadLink,
    publicKey: string,
    auditEffect: AuditEffect,
  ): Promise<OpenedInvitation | Refusal> {
    const { state, public_key: acceptedKey } = invitation
    const isOfAKey = state === 'ACCEPTED' || state === 'CONFIRMED'
    if (isOfAKey && publicKey !== acceptedKey) {
      const refusal = refused(secondKeys[state])
      // Among the equal refusals of an hour, its line could be missing.
      if (await notifyOfSecondKey(tx, invitation)) await auditEffect(tx, refusal)
      return refusal
    }
    // The answer to the same key may have been lost.
    return isEnding(state) ? refused(endings[state]) : this.#opened({ tx, invitation, nowMs })
  }

  /** Does work in the name of the organization of an invitation, which is read without a lock. */
  #reading(
    { id, organizationId }: FoundLink,
    work: (read: ReadLink) => Promise<OpenedInvitation | Refusal>,
  ): Promise<OpenedInvitation | Refusal> {
    const { writes, clock } = this.#parts
    return writes.unsigned<OpenedInvitation | Refusal>(organizationId, async (tx) => {
      const nowMs = clock.now()
      return work({ tx, nowMs, invitation: await this.#invitation(tx, nowMs, id, 'read') })
    })
  }

  async #invitation(
    tx: WriteTransaction,
    nowMs: number,
    id: string,
    how: 'read' | 'lock',
  ): Promise<Invitation> {
    const invitation = await this.#parts.invitations[how](tx, instantText(nowMs), id)
    if (invitation === undefined) throw new Error(`invitation ${id} is missing`)
    return invitation
  }

  async #opened({ tx, invitation }: ReadLink): Promise<OpenedInvitation> {
    const { id, state, organization_id, account_id, name, role, expire_time, public_key } =
      invitation
    const offer = {
      organization_id,
      account_id,
      name,
      role,
      expire_time,
      public_key,
      organization_name: await this.#parts.invitations.organizationName(tx),
      installation_id: this.#parts.installationId,
    }
    return { id, state, offer }
  }

  #enrolmentOf({ organization_id: organizationId, account_id: accountId }: Invitation) {
    return { installationId: this.#parts.installationId, organizationId, accountId }
  }
}

const endings = {
  CONFIRMED: 'was used already',
  REVOKED: 'was revoked: ask your admin for a new one',
  EXPIRED: 'has expired: ask your admin for a new one',
} as const
type Ending = keyof typeof endings

const secondKeys = {
  ACCEPTED: 'was accepted with another key: ask your admin for a new invitation',
  CONFIRMED: endings.CONFIRMED,
} as const

const isEnding = (state: string): state is Ending => Object.hasOwn(endings, state)

function refused(issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field: 'invitation_id', issue }])
}
