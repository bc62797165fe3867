import { type KeyPair, generateKeyPair, proveKey } from '@vadium/client'
import {
  acceptInvitation,
  confirmInvitation,
  type CreatedInvitation,
  createInvitation,
  getInvitation,
  type Invitation,
  listAssets,
  type OpenedInvitation,
  openInvitation,
  type Role,
} from '@vadium/schema'
import { expect } from 'vitest'
import { ApprovalWorld } from './approval-world.ts'
import type { Key } from './book.ts'
import { call, callOf, succeed } from './call.ts'

/** What somebody has to whom the admin has given the link. */
export interface Link {
  readonly id: string
  readonly accountId: string
  readonly organizationId: string
  readonly secret: string
}

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
    const { id, account_id: accountId, organization_id: organizationId } = invitation
    return { id, accountId, organizationId, secret: secret ?? '' }
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
    expect(reply.body).toMatchObject<Partial<OpenedInvitation>>({
      state: 'ACCEPTED',
      public_key: key.publicKey,
    })
    return key
  }

  /** A link that a colleague has accepted. */
  async accepted(key: Key = this.lenderAdmin, body: { name?: string; role?: Role } = {}) {
    const link = await this.invite(key, body)
    return { link, key: await this.accept(link) }
  }

  confirmCall(
    { id: invitation_id }: Pick<Link, 'id'>,
    { publicKey: public_key }: KeyPair,
    by: Key = this.lenderAdmin,
  ) {
    return callOf(confirmInvitation, { key: by, params: { invitation_id }, body: { public_key } })
  }

  confirm(
    { id: invitation_id }: Link,
    { publicKey: public_key }: KeyPair,
    by: Key = this.lenderAdmin,
  ) {
    return succeed(this.service, confirmInvitation, {
      key: by,
      params: { invitation_id },
      body: { public_key },
    })
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
