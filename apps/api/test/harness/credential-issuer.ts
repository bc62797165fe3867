import { generateKeyPair, proveKey } from '@vadium/client'
import { createCredential, listAssets, type Role } from '@vadium/schema'
import type { Key, Party } from './book.ts'
import { call, callOf, succeed } from './call.ts'
import type { World } from './world/world.ts'

/**
 * Whether a credential has expired is also asked of the database, by its own clock: the tests run
 * ahead of it.
 */
export const now = '2099-01-01T12:00:00.000Z'
export const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString()

export const nobodys = '00000000-0000-4000-8000-000000000000'

export const credentialParams = (credential_id: string) => ({ credential_id })

/** The platform of a world and its firms, with those who look after their credentials. */
export class CredentialIssuer {
  readonly #world: World
  readonly platform: Party
  readonly operator: Key
  readonly platformAdmin: Key
  readonly admin: Key
  readonly execution: Key
  readonly quayAdmin: Key

  constructor(world: World) {
    this.#world = world
    this.platform = world.book.party('platform')
    this.operator = this.platform.credential('operator')
    this.platformAdmin = this.platform.credential('admin')
    this.admin = world.lender.credential('admin')
    this.execution = world.lenderKey
    this.quayAdmin = world.borrower.credential('admin')
  }

  async start(): Promise<void> {
    await this.#world.start()
    this.#world.service.clock.set(now)
  }

  /** That a key is held, for an account of a party. */
  proof(
    { privateKey }: Key,
    party: Party = this.#world.lender,
    signedAt = this.#world.service.clock.now(),
  ): string {
    const { installationId } = this.#world.service.services
    const enrolment = { installationId, organizationId: party.id, accountId: party.accountId }
    return proveKey(privateKey, enrolment, signedAt)
  }

  create(changes: object = {}, key: Key = this.admin) {
    return succeed(this.#world.service, createCredential, {
      key,
      body: { account_id: this.#world.lender.accountId, role: 'viewer', ...changes },
    })
  }

  /** A new credential, with its key to sign with. */
  async issued(role: Role, party: Party = this.#world.lender, changes: object = {}) {
    const key = generateKeyPair()
    const { credential } = await this.create(
      { account_id: party.accountId, role, proof: this.proof(key, party), ...changes },
      this.operator,
    )
    return { key, id: credential.id, credential }
  }

  async statusFor(key: Key): Promise<number> {
    return (await call(this.#world.service, callOf(listAssets, { key }))).status
  }
}
