import type { FastifyPluginCallback } from 'fastify'
import type { Pool } from 'pg'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../config/config.ts'
import { namesFireblocks } from '../features/custody/fireblocks/fireblocks-settings.ts'
import type { TenantDatabase } from '../platform/db/tenant.ts'
import { AccountRepository } from '../features/access/accounts/account.repository.ts'
import { accountRoutes } from '../features/access/accounts/account.routes.ts'
import { AccountService } from '../features/access/accounts/account.service.ts'
import { AgreementDeadlines } from '../features/reference/agreements/agreement-deadlines.ts'
import { AgreementRepository } from '../features/reference/agreements/agreement.repository.ts'
import { agreementRoutes } from '../features/reference/agreements/agreement.routes.ts'
import { AgreementService } from '../features/reference/agreements/agreement.service.ts'
import { AssetRepository } from '../features/reference/assets/asset.repository.ts'
import { assetRoutes } from '../features/reference/assets/asset.routes.ts'
import { AssetService } from '../features/reference/assets/asset.service.ts'
import { AuditEntryRepository } from '../features/access/audit/audit-entry.repository.ts'
import { auditRoutes } from '../features/access/audit/audit.routes.ts'
import { CounterpartyMuteRepository } from '../features/access/counterparties/counterparty-mute.repository.ts'
import { CounterpartyMuteService } from '../features/access/counterparties/counterparty-mute.service.ts'
import { counterpartyMuteRoutes } from '../features/access/counterparties/counterparty-mutes.routes.ts'
import type { CounterpartyTraffic } from '../features/access/index.ts'
import { CalendarDeadlines } from '../features/reference/calendars/calendar-deadlines.ts'
import { CalendarRepository } from '../features/reference/calendars/calendar.repository.ts'
import { calendarRoutes } from '../features/reference/calendars/calendar.routes.ts'
import { CalendarService } from '../features/reference/calendars/calendar.service.ts'
import { CredentialRegister } from '../features/access/credentials/credential-register.repository.ts'
import { credentialRoutes } from '../features/access/credentials/credential.routes.ts'
import { CredentialService } from '../features/access/credentials/credential.service.ts'
import { CustodianRepository } from '../features/reference/custodians/custodian.repository.ts'
import { custodianRoutes } from '../features/reference/custodians/custodian.routes.ts'
import { CustodianService } from '../features/reference/custodians/custodian.service.ts'
import { InvitationLinkService } from '../features/access/invitations/invitation-link.service.ts'
import { InvitationRepository } from '../features/access/invitations/invitation.repository.ts'
import { InvitationService } from '../features/access/invitations/invitation.service.ts'
import { OrganizationRepository } from '../features/access/organizations/organization.repository.ts'
import { organizationRoutes } from '../features/access/organizations/organization.routes.ts'
import { OrganizationService } from '../features/access/organizations/organization.service.ts'
import { PriceSourceRepository } from '../features/prices/price-source.repository.ts'
import { priceSourceRoutes } from '../features/prices/price-source.routes.ts'
import { PriceSourceService } from '../features/prices/price-source.service.ts'
import { WalletRepository } from '../features/reference/wallets/wallet.repository.ts'
import { walletRoutes } from '../features/reference/wallets/wallet.routes.ts'
import { WalletService } from '../features/reference/wallets/wallet.service.ts'
import type { Lists } from '../platform/lists/list.ts'
import type { Writes } from '../platform/writes/writes.ts'

interface Parts {
  readonly config: Config
  readonly pool: Pool
  readonly database: TenantDatabase
  readonly bookClock: Clock
  /** The clock of the machine. */
  readonly clock: Clock
  readonly installationId: string
  readonly traffic: CounterpartyTraffic
  readonly writes: Writes
}

/** Organizations, their accounts and credentials, and the reference data of their deals. */
export function composeOnboarding({ config, pool, database, bookClock, ...parts }: Parts) {
  const { clock, installationId, traffic, writes } = parts
  const organizations = new OrganizationService(new OrganizationRepository(database))
  const accounts = new AccountService(new AccountRepository(database), organizations)
  const custodians = new CustodianService(
    new CustodianRepository(pool, database),
    namesFireblocks(config) ? ['simulated', 'fireblocks'] : ['simulated'],
  )
  const assets = new AssetService(new AssetRepository(database))
  const agreements = new AgreementRepository(database)
  const calendars = new CalendarRepository(database)
  const credentials = new CredentialService(new CredentialRegister(database), accounts, {
    installationId,
    sandbox: config.SANDBOX,
    bookClock,
  })
  const invitations = new InvitationRepository(pool, database)
  return {
    organizations,
    accounts,
    credentials,
    invitations: new InvitationService(invitations, accounts, credentials),
    invitationLinks: new InvitationLinkService({ invitations, writes, clock, installationId }),
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
    agreements: new AgreementService({
      agreements,
      organizations,
      traffic,
      calendars,
      clock: bookClock,
    }),
    agreementDeadlines: new AgreementDeadlines(agreements),
    calendars: new CalendarService(calendars),
    calendarDeadlines: new CalendarDeadlines(calendars),
  }
}

type Options = ReturnType<typeof composeOnboarding> & {
  readonly lists: Lists
  readonly clock: Clock
}

export const onboardingRoutes: readonly FastifyPluginCallback<Options>[] = [
  organizationRoutes,
  accountRoutes,
  credentialRoutes,
  auditRoutes,
  custodianRoutes,
  assetRoutes,
  calendarRoutes,
  walletRoutes,
  priceSourceRoutes,
  counterpartyMuteRoutes,
  agreementRoutes,
]
