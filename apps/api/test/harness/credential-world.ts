import { generateKeyPair, proveKey } from '@vadium/client'
import { createCredential, listAssets, type Role } from '@vadium/schema'
import { Book, type Key, type Party } from './book.ts'
import { call, callOf, succeed } from './call.ts'
import { type RunningService, startService } from './service.ts'

/** Whether a credential has expired is also asked of the database, by its own clock: the tests run ahead of it. */
export const now = '2099-01-01T12:00:00.000Z'
export const later = (seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString()

/** The credential that nobody has. */
export const nobodys = '00000000-0000-4000-8000-000000000000'

export const credentialParams = (credential_id: string) => ({ credential_id })

/** The platform and two firms, with those who look after their credentials. */
export class CredentialWorld {
  readonly book = new Book()
  readonly platform = this.book.party('platform')
  readonly harbor = this.book.party('harbor')
  readonly quay = this.book.party('quay')
  readonly operator = this.platform.credential('operator')
  readonly platformAdmin = this.platform.credential('admin')
  readonly admin = this.harbor.credential('admin')
  readonly execution = this.harbor.credential('execution')
  readonly quayAdmin = this.quay.credential('admin')
  #service: RunningService | undefined

  get service(): RunningService {
    if (this.#service === undefined) throw new Error('the service has not been started')
    return this.#service
  }

  async start(): Promise<void> {
    this.#service = await startService({ scenario: this.book.scenario })
    this.#service.clock.set(now)
  }

  async close(): Promise<void> {
    await this.#service?.close()
  }

  accountOf(party: Party): string {
    const { accounts } = this.book.scenario
    return accounts.find(({ organization_id }) => organization_id === party.id)?.id ?? ''
  }

  /** That a key is held, for an account of a party. */
  proof(
    { privateKey }: Key,
    party: Party = this.harbor,
    signedAt = this.service.clock.now(),
  ): string {
    const { installationId } = this.service.services
    const enrolment = { installationId, organizationId: party.id, accountId: this.accountOf(party) }
    return proveKey(privateKey, enrolment, signedAt)
  }

  create(changes: object = {}, key: Key = this.admin) {
    return succeed(this.service, createCredential, {
      key,
      body: { account_id: this.accountOf(this.harbor), role: 'viewer', ...changes },
    })
  }

  /** A new credential, with its key to sign with. */
  async issued(role: Role, party: Party = this.harbor, changes: object = {}) {
    const key = generateKeyPair()
    const { credential } = await this.create(
      { account_id: this.accountOf(party), role, proof: this.proof(key, party), ...changes },
      this.operator,
    )
    return { key, id: credential.id, credential }
  }

  async statusFor(key: Key): Promise<number> {
    return (await call(this.service, callOf(listAssets, { key }))).status
  }
}
