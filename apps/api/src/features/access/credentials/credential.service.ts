import {
  type createCredential,
  type Credential,
  type CurrentCredential,
  type Enrolment,
  type IssuedCredential,
  liveCredentialsMax,
  type OperationBody,
  type rotateCredential,
  roles,
} from '@vadium/schema'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/db/tenant.ts'
import { readInstant, instantText } from '../../../platform/instant.ts'
import type { PageBounds } from '../../../platform/lists/keyset.ts'
import type { ListPage } from '../../../platform/lists/list.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { invalidityOf } from '../../../platform/signing/credential-validity.ts'
import { ShownOnce } from '../../../platform/writes/idempotency.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import type { AccountService } from '../accounts/account.service.ts'
import { notifyOfCredential } from '../../notifications/index.ts'
import { boundTo } from '../organizations/organization-scope.ts'
import type { CredentialRegister } from './credential-register.repository.ts'
import { type NewKeyPair, newKeyPair } from './new-key-pair.ts'
import { provenKey } from './possession-proof.ts'

/** Who changes a credential, in which request, and when. */
export interface Actor {
  readonly caller: Tenant
  readonly requestId: string
  /** Unix milliseconds, by the clock of the machine, which also checks signatures. */
  readonly nowMs: number
  /** When the request was received: earlier than now if it awaited approval. */
  readonly receivedAtMs: number
}

/** Who acts with a credential, and as what. */
type Owner = Pick<Credential, 'account_id' | 'organization_id' | 'role'>

const actions = {
  'credential.created': 'create',
  'credential.rotated': 'rotate',
  'credential.revoked': 'revoke',
} as const
type Event = keyof typeof actions

/**
 * Issues, rotates and revokes credentials. An admin acts for its own organization, an operator for
 * any. Only operators create, rotate and revoke operators. A new operator belongs to the
 * organization of the operator that created it.
 */
export class CredentialService {
  readonly #register: CredentialRegister
  readonly #accounts: AccountService
  readonly #installationId: string
  readonly #sandbox: boolean
  readonly #bookClock: Clock

  /** `installationId` is part of every proof of possession. */
  constructor(
    register: CredentialRegister,
    accounts: AccountService,
    service: {
      readonly installationId: string
      readonly sandbox: boolean
      readonly bookClock: Clock
    },
  ) {
    this.#register = register
    this.#accounts = accounts
    this.#installationId = service.installationId
    this.#sandbox = service.sandbox
    this.#bookClock = service.bookClock
  }

  page(
    tenant: Tenant,
    organizationId: string | undefined,
    bounds: PageBounds,
  ): Promise<ListPage<Credential> | Refusal> {
    return this.#register.page(tenant, organizationId, bounds)
  }

  /** The credential of the caller, with its account and its organization. */
  async current(tenant: Tenant): Promise<CurrentCredential | Refusal> {
    const found = await this.#register.current(tenant)
    if (found === undefined) return new Refusal('UNAUTHENTICATED')
    if (found instanceof Refusal) return found
    const book_time = new Date(this.#bookClock.now()).toISOString()
    return { ...found, sandbox: this.#sandbox, book_time }
  }

  async create(
    tx: WriteTransaction,
    actor: Actor,
    body: OperationBody<typeof createCredential>,
  ): Promise<IssuedCredential | ShownOnce | Refusal> {
    const account = await this.#accounts.find(tx, actor.caller, body.account_id)
    if (account === undefined) {
      return new Refusal('REFERENCE_UNKNOWN', [
        { field: 'account_id', issue: 'is not an account of this organization' },
      ])
    }
    const fault = roleFault(actor.caller, body.role, account.organization_id)
    if (fault !== undefined) return fault
    const { id: account_id, organization_id } = account
    return this.#issue(tx, actor, { account_id, organization_id, role: body.role }, body)
  }

  async rotate(
    tx: WriteTransaction,
    actor: Actor,
    credentialId: string,
    body: OperationBody<typeof rotateCredential>,
  ): Promise<IssuedCredential | ShownOnce | Refusal> {
    const old = await this.#lock(tx, actor, credentialId)
    if (old instanceof Refusal) return old
    const { nowMs } = actor
    const expiresAtMs = old.expire_time === null ? null : Date.parse(old.expire_time)
    const invalidity = invalidityOf({ revoked: old.revoke_time !== null, expiresAtMs }, nowMs)
    if (invalidity !== undefined) return invalidState(invalidIssues[invalidity])
    const expireMs = expiresAtMs ?? Infinity

    const overlapMs = (body.overlap_seconds ?? 0) * 1000
    const end = instantText(Math.min(nowMs + overlapMs, expireMs))
    if (overlapMs === 0) await this.#register.revoke(tx, old.id, end)
    else if (nowMs + overlapMs < expireMs) await this.#register.expire(tx, old.id, end)
    const effect =
      overlapMs === 0 ? 'Its key is refused from now on' : `Its key is valid until ${end}`
    await this.#record(
      tx,
      actor,
      'credential.rotated',
      old,
      `${effect}. A new credential replaces it.`,
    )
    return this.#issue(tx, actor, old, body)
  }

  async revoke(
    tx: WriteTransaction,
    actor: Actor,
    credentialId: string,
  ): Promise<Credential | Refusal> {
    const credential = await this.#lock(tx, actor, credentialId)
    if (credential instanceof Refusal) return credential
    if (credential.revoke_time !== null) return invalidState('is already revoked')
    const revoke_time = instantText(actor.nowMs)
    await this.#register.revoke(tx, credential.id, revoke_time)
    const effect = 'Its key is refused from now on.'
    await this.#record(tx, actor, 'credential.revoked', credential, effect)
    return { ...credential, revoke_time }
  }

  async #lock(
    tx: WriteTransaction,
    { caller }: Actor,
    credentialId: string,
  ): Promise<Credential | Refusal> {
    const credential = await this.#register.lock(tx, credentialId, boundTo(caller))
    if (credential === undefined) return new Refusal('CREDENTIAL_NOT_FOUND')
    if (credential.role !== 'operator' || caller.role === 'operator') return credential
    return new Refusal('ROLE_NOT_PERMITTED', [
      { field: 'credential_id', issue: 'belongs to an operator, so only operators may change it' },
    ])
  }

  async #issue(
    tx: WriteTransaction,
    actor: Actor,
    owner: Owner,
    given: GivenKey & { readonly expire_time?: string },
  ): Promise<IssuedCredential | ShownOnce | Refusal> {
    const expire = expiryFault(given.expire_time, actor.nowMs)
    if (expire !== undefined) return expire
    const enrolment = {
      installationId: this.#installationId,
      organizationId: owner.organization_id,
      accountId: owner.account_id,
    }
    const key = keyOf(given, enrolment, actor.receivedAtMs)
    if (key instanceof Refusal) return key
    const credential = await this.enrol(tx, actor, owner, key.publicKey, given.expire_time)
    if (credential instanceof Refusal) return credential
    const { privateKey: private_key } = key
    return private_key === undefined
      ? { credential }
      : new ShownOnce({ credential, private_key }, { credential })
  }

  /** Enrols a key whose holder has proved that they have it. */
  async enrol(
    tx: WriteTransaction,
    actor: Actor,
    { account_id, organization_id, role }: Owner,
    publicKey: string,
    expireTime?: string,
  ): Promise<Credential | Refusal> {
    if (await this.#hasAll(tx, actor, organization_id)) {
      const issue = `an organization has at most ${liveCredentialsMax} valid credentials: revoke one first`
      return new Refusal('INVALID_STATE', [{ field: 'credentials', issue }])
    }
    const credential: Credential = {
      id: tx.ids.next(),
      organization_id,
      account_id,
      role,
      public_key: publicKey,
      create_time: instantText(actor.nowMs),
      expire_time: expireTime ?? null,
      revoke_time: null,
      last_use_time: null,
    }
    if (!(await this.#register.insert(tx, credential))) {
      return new Refusal('ALREADY_EXISTS', [
        { field: 'public_key', issue: 'belongs or belonged to a credential' },
      ])
    }
    const end = credential.expire_time ?? 'it is revoked'
    await this.#record(
      tx,
      actor,
      'credential.created',
      credential,
      `Its key is valid until ${end}.`,
    )
    return credential
  }

  async #hasAll(tx: WriteTransaction, { nowMs }: Actor, organizationId: string): Promise<boolean> {
    const most = liveCredentialsMax
    const time = instantText(nowMs)
    return (await this.#register.countLiveToAdd(tx, organizationId, time, most)) >= most
  }

  /**
   * Writes the change to the audit trail of the credential's organization and notifies it,
   * whichever account made the change.
   */
  async #record(
    tx: WriteTransaction,
    { caller, requestId, nowMs }: Actor,
    event: Event,
    credential: Credential,
    effect: string,
  ): Promise<void> {
    await tx.audit({
      id: tx.ids.next(),
      time: instantText(nowMs),
      kind: 'credential',
      organizationId: credential.organization_id,
      credentialId: caller.credentialId,
      event,
      outcome: 'ok',
      requestId,
      subjectId: credential.id,
    })
    const account = await this.#accounts.find(tx, caller, credential.account_id)
    const accountName = account?.name ?? credential.account_id
    await notifyOfCredential(tx, actions[event], credential, { accountName, effect })
  }
}

function roleFault(caller: Tenant, role: string, organizationId: string): Refusal | undefined {
  if (role !== 'operator') return undefined
  if (caller.role !== 'operator') {
    const allowed = roles.filter((other) => other !== 'operator')
    return invalidValue('role', 'may be given by operators only', allowed)
  }
  if (organizationId === caller.organizationId) return undefined
  return invalidValue('role', "may be given only to accounts of the operator's own organization")
}

function expiryFault(time: string | undefined, nowMs: number): Refusal | undefined {
  if (time === undefined) return undefined
  const expireMs = readInstant(time)
  if (expireMs === undefined) return invalidValue('expire_time', 'is not an existing time')
  return expireMs > nowMs ? undefined : invalidValue('expire_time', 'must be later than now')
}

const invalidIssues = { revoked: 'is revoked', expired: 'has expired' } as const

interface GivenKey {
  readonly public_key?: string
  readonly proof?: string
}

/** The given key if its proof was valid at a time; a new key pair if none is given. */
function keyOf(
  { public_key, proof }: GivenKey,
  enrolment: Enrolment,
  atMs: number,
): (Partial<NewKeyPair> & { publicKey: string }) | Refusal {
  if (proof === undefined) {
    if (public_key === undefined) return newKeyPair()
    return invalidValue('proof', 'is required with a public_key: `vadium keys new` creates both')
  }
  if (public_key !== undefined && !proof.startsWith(`${public_key}.`)) {
    return invalidValue('public_key', 'is not the public key of the proof')
  }
  const proven = provenKey(proof, enrolment, atMs)
  return 'fault' in proven ? new Refusal('VALUE_INVALID', [proven.fault]) : proven
}

function invalidValue(field: string, issue: string, allowed?: readonly string[]): Refusal {
  return new Refusal('VALUE_INVALID', [
    { field, issue, ...(allowed !== undefined && { allowed: [...allowed] }) },
  ])
}

function invalidState(issue: string): Refusal {
  return new Refusal('INVALID_STATE', [{ field: 'credential_id', issue }])
}
