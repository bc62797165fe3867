import { createHash, randomBytes } from 'node:crypto'
import {
  type ConfirmedInvitation,
  type confirmInvitation,
  type createInvitation,
  type Invitation,
  invitationLifetimeMs,
  type OperationBody,
  openInvitationsMax,
} from '@vadium/schema'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { instantText } from '../../../platform/instant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import { ShownOnce } from '../../../platform/writes/idempotency.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { AccountService } from '../accounts/account.service.ts'
import type { Actor, CredentialService } from '../credentials/credential.service.ts'
import { notifyOfInvitation } from './invitation-notices.ts'
import type { InvitationRepository } from './invitation.repository.ts'

const secretBytes = 32

/** SHA-256 of the secret of a link, which is all that is stored of it. */
export function secretHash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

type InvitationActor = Actor & { readonly caller: Caller }

/**
 * Invites colleagues into the admin's own organization. A link proves nothing alone: the account
 * and its credential exist only once the account that made it has confirmed the accepted key.
 */
export class InvitationService {
  readonly #invitations: InvitationRepository
  readonly #accounts: AccountService
  readonly #credentials: CredentialService

  constructor(
    invitations: InvitationRepository,
    accounts: AccountService,
    credentials: CredentialService,
  ) {
    this.#invitations = invitations
    this.#accounts = accounts
    this.#credentials = credentials
  }

  async create(
    tx: WriteTransaction,
    { caller, nowMs }: InvitationActor,
    { name, role }: OperationBody<typeof createInvitation>,
  ): Promise<ShownOnce | Refusal> {
    const now = instantText(nowMs)
    const open = await this.#invitations.countOpenToAdd(tx, now, openInvitationsMax)
    if (open >= openInvitationsMax) {
      const issue = `an organization has at most ${openInvitationsMax} open invitations: revoke one first`
      return new Refusal('INVALID_STATE', [{ field: 'invitations', issue }])
    }
    const id = tx.ids.next()
    // Never from the ids of the transaction, which follow from a seed in a sandbox.
    const secret = randomBytes(secretBytes).toString('base64url')
    await this.#invitations.insert(tx, {
      id,
      accountId: tx.ids.next(),
      name,
      role,
      secretHash: secretHash(secret),
      creatorAccountId: caller.accountId,
      createTime: now,
      expireTime: instantText(nowMs + invitationLifetimeMs),
    })
    const invitation = await this.#locked(tx, nowMs, id)
    if (invitation instanceof Refusal) return invitation
    await notifyOfInvitation(tx, 'create', invitation)
    return new ShownOnce({ invitation, secret }, { invitation })
  }

  page(tenant: Tenant, nowMs: number, bounds: PageBounds): Promise<ListPage<Invitation> | Refusal> {
    return this.#invitations.page(tenant, instantText(nowMs), bounds)
  }

  async get(tenant: Tenant, nowMs: number, id: string): Promise<Invitation | Refusal> {
    return (await this.#invitations.find(tenant, instantText(nowMs), id)) ?? notFound
  }

  async confirm(
    tx: WriteTransaction,
    actor: InvitationActor,
    id: string,
    stated: OperationBody<typeof confirmInvitation>,
  ): Promise<ConfirmedInvitation | Refusal> {
    const invitation = await this.#locked(tx, actor.nowMs, id)
    if (invitation instanceof Refusal) return invitation
    if (invitation.state !== 'ACCEPTED') {
      return invalidState(`is ${invitation.state}: only an ACCEPTED invitation can be confirmed`)
    }
    if (invitation.creator_account_id !== actor.caller.accountId) {
      return invalidState('can only be confirmed by the account that created it')
    }
    const fault = statedFault(invitation, stated)
    if (fault !== undefined) return fault
    const { account_id, organization_id, name } = invitation
    await this.#accounts.add(tx, { id: account_id, organization_id, name, kind: 'person' })
    const credential = await this.#credentials.enrol(tx, actor, invitation, stated.public_key)
    if (credential instanceof Refusal) return credential
    await this.#invitations.confirm(tx, id, credential.id)
    await notifyOfInvitation(tx, 'confirm', invitation)
    const confirmed = { ...invitation, state: 'CONFIRMED', credential_id: credential.id } as const
    return { invitation: confirmed, credential }
  }

  async revoke(
    tx: WriteTransaction,
    { nowMs }: InvitationActor,
    id: string,
  ): Promise<Invitation | Refusal> {
    const invitation = await this.#locked(tx, nowMs, id)
    if (invitation instanceof Refusal) return invitation
    // An EXPIRED one as well: it may be open again once its creator's organization is active again.
    if (invitation.state === 'CONFIRMED' || invitation.state === 'REVOKED') {
      return invalidState(`is ${invitation.state} already`)
    }
    await this.#invitations.revoke(tx, id, instantText(nowMs))
    await notifyOfInvitation(tx, 'revoke', invitation)
    return { ...invitation, state: 'REVOKED' }
  }

  async #locked(tx: WriteTransaction, nowMs: number, id: string): Promise<Invitation | Refusal> {
    return (await this.#invitations.lock(tx, instantText(nowMs), id)) ?? notFound
  }
}

const notFound = new Refusal('INVITATION_NOT_FOUND')

const statedIssues = {
  public_key: 'is not the key that was accepted: compare the words again',
  account_id: 'is not the account of the invitation',
  name: 'is not the name in the invitation',
  role: 'is not the role in the invitation',
} as const

/**
 * The request says all that it makes, because who approves it may not read the invitation. So what
 * an approver has seen is what is made.
 */
function statedFault(
  { public_key, account_id, name, role }: Invitation,
  stated: OperationBody<typeof confirmInvitation>,
): Refusal | undefined {
  const isSame = {
    public_key: stated.public_key === public_key,
    account_id: stated.account_id.toLowerCase() === account_id,
    name: stated.name === name,
    role: stated.role === role,
  }
  const details = (['public_key', 'account_id', 'name', 'role'] as const)
    .filter((field) => !isSame[field])
    .map((field) => ({ field, issue: statedIssues[field] }))
  return details.length === 0 ? undefined : new Refusal('INVALID_STATE', details)
}

function invalidState(issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field: 'invitation_id', issue }])
}
