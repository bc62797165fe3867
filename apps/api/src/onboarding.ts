import type { FastifyPluginAsync } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { namesFireblocks } from './custody/fireblocks/fireblocks-settings.ts'
import type { TenantDatabase } from './db/tenant.ts'
import { AccountRepository } from './modules/accounts/account.repository.ts'
import { accountRoutes } from './modules/accounts/account.routes.ts'
import { AccountService } from './modules/accounts/account.service.ts'
import { AgreementRepository } from './modules/agreements/agreement.repository.ts'
import { agreementRoutes } from './modules/agreements/agreement.routes.ts'
import { AgreementService } from './modules/agreements/agreement.service.ts'
import { AssetRepository } from './modules/assets/asset.repository.ts'
import { assetRoutes } from './modules/assets/asset.routes.ts'
import { AssetService } from './modules/assets/asset.service.ts'
import { AuditEntryRepository } from './modules/audit/audit-entry.repository.ts'
import { auditRoutes } from './modules/audit/audit.routes.ts'
import { CounterpartyMuteRepository } from './modules/counterparties/counterparty-mute.repository.ts'
import { CounterpartyMuteService } from './modules/counterparties/counterparty-mute.service.ts'
import { counterpartyMuteRoutes } from './modules/counterparties/counterparty-mutes.routes.ts'
import { CredentialRegister } from './modules/credentials/credential-register.repository.ts'
import { credentialRoutes } from './modules/credentials/credential.routes.ts'
import { CredentialService } from './modules/credentials/credential.service.ts'
import { CustodianRepository } from './modules/custodians/custodian.repository.ts'
import { custodianRoutes } from './modules/custodians/custodian.routes.ts'
import { CustodianService } from './modules/custodians/custodian.service.ts'
import { OrganizationRepository } from './modules/organizations/organization.repository.ts'
import { organizationRoutes } from './modules/organizations/organization.routes.ts'
import { OrganizationService } from './modules/organizations/organization.service.ts'
import { PriceSourceRepository } from './modules/price-sources/price-source.repository.ts'
import { priceSourceRoutes } from './modules/price-sources/price-source.routes.ts'
import { PriceSourceService } from './modules/price-sources/price-source.service.ts'
import { WalletRepository } from './modules/wallets/wallet.repository.ts'
import { walletRoutes } from './modules/wallets/wallet.routes.ts'
import { WalletService } from './modules/wallets/wallet.service.ts'
import type { Lists } from './paging/list.ts'

interface Parts {
  readonly config: Config
  readonly pool: Pool
  readonly database: TenantDatabase
  readonly installationId: string
}

/** Who takes part, with which keys, and what their deals stand on. */
export function composeOnboarding({ config, pool, database, installationId }: Parts) {
  const organizations = new OrganizationService(new OrganizationRepository(database))
  const accounts = new AccountService(new AccountRepository(database), organizations)
  const custodians = new CustodianService(
    new CustodianRepository(pool, database),
    namesFireblocks(config) ? ['simulated', 'fireblocks'] : ['simulated'],
  )
  const assets = new AssetService(new AssetRepository(database))
  return {
    organizations,
    accounts,
    credentials: new CredentialService(new CredentialRegister(database), accounts, installationId),
    auditEntries: new AuditEntryRepository(database),
    custodians,
    assets,
    counterpartyMutes: new CounterpartyMuteService(new CounterpartyMuteRepository(database)),
    priceSources: new PriceSourceService(new PriceSourceRepository(database), accounts),
    wallets: new WalletService(new WalletRepository(database), {
      organizations,
      custodians,
      assets,
    }),
    agreements: new AgreementService(new AgreementRepository(database), organizations),
  }
}

type Options = ReturnType<typeof composeOnboarding> & {
  readonly lists: Lists
  /** The clock of the machine. */
  readonly clock: Clock
}

export const onboardingRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  await app.register(organizationRoutes, options)
  await app.register(accountRoutes, options)
  await app.register(credentialRoutes, options)
  await app.register(auditRoutes, options)
  await app.register(custodianRoutes, options)
  await app.register(assetRoutes, options)
  await app.register(walletRoutes, options)
  await app.register(priceSourceRoutes, options)
  await app.register(counterpartyMuteRoutes, options)
  await app.register(agreementRoutes, options)
}
