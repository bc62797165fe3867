import { type KeyPair, generateKeyPair, proveKey } from '@vadium/client'
import {
  acceptInvitation,
  type ConfirmedInvitation,
  confirmInvitation,
  type CreatedInvitation,
  createInvitation,
  getInvitation,
  type Invitation,
  listAssets,
  type OpenedInvitation,
  openInvitation,
  revokeInvitation,
  type Role,
} from '@vadium/schema'
import { expect } from 'vitest'
import { ApprovalWorld } from './approval-world.ts'
import type { Key } from './book.ts'
import { call, type CallOptions, callOf, refused, succeed } from './call.ts'

/** What somebody has to whom the admin has given the link. */
export interface Link {
  readonly id: string
  readonly accountId: string
  readonly organizationId: string
  readonly name: string
  readonly role: string
  readonly secret: string
}

/** The database asks by its own clock whether a credential has ended: the tests run ahead of it. */
export const now = '2099-01-01T12:00:00.000Z'
export const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString()
export const hourMs = 3_600_000
export const nobodysSecret = 'A'.repeat(43)

/** The text of an answer without what differs between two equal ones. */
export const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

/** A world whose admins invite colleagues. */
export class InvitationWorld extends ApprovalWorld {
  async invite(
    key: Key = this.lenderAdmin,
    body: { name?: string; role?: Role } = {},
  ): Promise<Link> {
    const { invitation, secret }: CreatedInvitation = await succeed(
      this.service,
      createInvitation,
      {
        key,
        body: { name: 'Ada Byron', role: 'viewer', ...body },
      },
    )
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const { id, account_id: accountId, organization_id: organizationId, name, role } = invitation
    return { id, accountId, organizationId, name, role, secret: secret ?? '' }
  }

  openCall({ id: invitation_id, secret }: Pick<Link, 'id' | 'secret'>) {
    return callOf(openInvitation, { params: { invitation_id }, body: { secret } })
  }

  proof({ organizationId, accountId }: Link, key: KeyPair): string {
    const { installationId } = this.service.services
    const enrolment = { installationId, organizationId, accountId }
    return proveKey(key.privateKey, enrolment, this.service.clock.now())
  }

  acceptCall(link: Link, key: KeyPair, proof = this.proof(link, key)) {
    const { id: invitation_id, secret } = link
    return callOf(acceptInvitation, { params: { invitation_id }, body: { secret, proof } })
  }

  async accept(link: Link, key: KeyPair = generateKeyPair()): Promise<KeyPair> {
    const reply = await call(this.service, this.acceptCall(link, key))
    expect(reply.status, reply.text).toBe(200)
    const { state, offer } = reply.body as OpenedInvitation
    expect([state, offer?.public_key]).toEqual(['ACCEPTED', key.publicKey])
    return key
  }

  /** A link that a colleague has accepted. */
  async accepted(key: Key = this.lenderAdmin, body: { name?: string; role?: Role } = {}) {
    const link = await this.invite(key, body)
    return { link, key: await this.accept(link) }
  }

  confirmCall(
    { id: invitation_id, accountId: account_id, name, role }: Link,
    { publicKey: public_key }: KeyPair,
    by: Key = this.lenderAdmin,
  ) {
    const body = { public_key, account_id, name, role }
    return callOf(confirmInvitation, { key: by, params: { invitation_id }, body })
  }

  async confirm(link: Link, key: KeyPair, by?: Key): Promise<ConfirmedInvitation> {
    const reply = await call(this.service, this.confirmCall(link, key, by))
    expect(reply.status, reply.text).toBe(200)
    return reply.body as ConfirmedInvitation
  }

  revokeCall({ id: invitation_id }: Pick<Link, 'id'>, key: Key = this.lenderAdmin) {
    return callOf(revokeInvitation, { key, params: { invitation_id } })
  }

  /** The reason of a refusal, and its first issue. */
  async issueOf(status: number, options: CallOptions): Promise<string> {
    const { body, reason } = await refused(this.service, status, options)
    return `${reason}: ${body.error.details?.[0]?.issue}`
  }

  invitation(
    { id: invitation_id }: Pick<Link, 'id'>,
    key: Key = this.lenderAdmin,
  ): Promise<Invitation> {
    return succeed(this.service, getInvitation, { key, params: { invitation_id } })
  }

  /** The status of a request that a key signs: 401 if it is not enrolled. */
  async statusFor(key: KeyPair): Promise<number> {
    return (await call(this.service, callOf(listAssets, { key }))).status
  }
}
