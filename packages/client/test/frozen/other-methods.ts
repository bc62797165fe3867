import type * as schema from '@vadium/schema'
import type {
  ApprovalWaitOptions,
  EventStream,
  PageList,
  RequestOptions,
  StreamOptions,
} from '../../src/index.ts'
import type {
  Account,
  Agreement,
  Answer,
  Approval,
  ApprovalPolicy,
  Asset,
  AuditEntry,
  BodyInput,
  CounterpartyMute,
  Credential,
  Custodian,
  Event,
  Instruction,
  IssuedCredential,
  IssuedWebhookEndpoint,
  Notification,
  NotificationPreferences,
  Organization,
  Price,
  QueryInput,
  RegisteredPriceSource,
  Wallet,
  WebhookDelivery,
  WebhookEndpoint,
  WrittenPreferences,
} from './answers.ts'

/** The methods of everything but deals, likewise. */
export interface OtherMethods {
  agreements: {
    create: (
      body: BodyInput<typeof schema.createAgreement>,
      options?: RequestOptions,
    ) => Promise<Agreement>
    amend: (
      agreementId: string,
      body: BodyInput<typeof schema.amendAgreement>,
      options?: RequestOptions,
    ) => Promise<Agreement>
    get: (agreementId: string, options?: RequestOptions) => Promise<Agreement>
    list: (
      filter?: QueryInput<typeof schema.listAgreements>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listAgreements>, Agreement>
  }
  prices: {
    push: (
      body: BodyInput<typeof schema.pushPrices>,
      options?: RequestOptions,
    ) => Promise<Answer<typeof schema.pushPrices>>
    list: (
      filter?: QueryInput<typeof schema.listPrices>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listPrices>, Price>
  }
  priceSources: {
    create: (
      body: BodyInput<typeof schema.createPriceSource>,
      options?: RequestOptions,
    ) => Promise<RegisteredPriceSource>
    list: (
      filter?: QueryInput<typeof schema.listPriceSources>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listPriceSources>, RegisteredPriceSource>
    revoke: (priceSourceId: string, options?: RequestOptions) => Promise<RegisteredPriceSource>
  }
  organizations: {
    create: (
      body: BodyInput<typeof schema.createOrganization>,
      options?: RequestOptions,
    ) => Promise<Organization>
    list: (
      filter?: QueryInput<typeof schema.listOrganizations>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listOrganizations>, Organization>
    get: (organizationId: string, options?: RequestOptions) => Promise<Organization>
    suspend: (organizationId: string, options?: RequestOptions) => Promise<Organization>
    activate: (organizationId: string, options?: RequestOptions) => Promise<Organization>
  }
  accounts: {
    create: (
      body: BodyInput<typeof schema.createAccount>,
      options?: RequestOptions,
    ) => Promise<Account>
    list: (
      filter?: QueryInput<typeof schema.listAccounts>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listAccounts>, Account>
  }
  credentials: {
    create: (
      body: BodyInput<typeof schema.createCredential>,
      options?: RequestOptions,
    ) => Promise<IssuedCredential>
    list: (
      filter?: QueryInput<typeof schema.listCredentials>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listCredentials>, Credential>
    rotate: (
      credentialId: string,
      body?: BodyInput<typeof schema.rotateCredential>,
      options?: RequestOptions,
    ) => Promise<IssuedCredential>
    revoke: (credentialId: string, options?: RequestOptions) => Promise<Credential>
  }
  approvals: {
    list: (
      filter?: QueryInput<typeof schema.listApprovals>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listApprovals>, Approval>
    get: (approvalId: string, options?: RequestOptions) => Promise<Approval>
    approve: (
      approvalId: string,
      body: BodyInput<typeof schema.approveApproval>,
      options?: RequestOptions,
    ) => Promise<Approval>
    reject: (
      approvalId: string,
      body: BodyInput<typeof schema.rejectApproval>,
      options?: RequestOptions,
    ) => Promise<Approval>
    withdraw: (approvalId: string, options?: RequestOptions) => Promise<Approval>
    wait: <Answer = unknown>(approvalId: string, options?: ApprovalWaitOptions) => Promise<Answer>
  }
  approvalPolicies: {
    get: (options?: RequestOptions) => Promise<ApprovalPolicy>
    set: (
      body: BodyInput<typeof schema.setApprovalPolicy>,
      options?: RequestOptions,
    ) => Promise<ApprovalPolicy>
    list: (
      filter?: QueryInput<typeof schema.listApprovalPolicies>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listApprovalPolicies>, ApprovalPolicy>
  }
  audit: {
    list: (
      filter?: QueryInput<typeof schema.listAuditEntries>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listAuditEntries>, AuditEntry>
  }
  custodians: {
    create: (
      body: BodyInput<typeof schema.createCustodian>,
      options?: RequestOptions,
    ) => Promise<Custodian>
    list: (
      filter?: QueryInput<typeof schema.listCustodians>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listCustodians>, Custodian>
  }
  assets: {
    create: (body: BodyInput<typeof schema.createAsset>, options?: RequestOptions) => Promise<Asset>
    list: (
      filter?: QueryInput<typeof schema.listAssets>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listAssets>, Asset>
  }
  wallets: {
    create: (
      body: BodyInput<typeof schema.createWallet>,
      options?: RequestOptions,
    ) => Promise<Wallet>
    list: (
      filter?: QueryInput<typeof schema.listWallets>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listWallets>, Wallet>
  }
  installation: {
    get: (options?: RequestOptions) => Promise<Answer<typeof schema.getInstallation>>
  }
  instructions: {
    list: (
      filter?: QueryInput<typeof schema.listInstructions>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listInstructions>, Instruction>
    resume: (transferId: string, options?: RequestOptions) => Promise<Instruction>
  }
  events: {
    list: (
      filter?: QueryInput<typeof schema.listEvents>,
      options?: RequestOptions,
    ) => Promise<Answer<typeof schema.listEvents>>
    stream: (
      filter?: QueryInput<typeof schema.streamEvents>,
      options?: StreamOptions,
    ) => EventStream<Event>
  }
  notifications: {
    list: (
      filter?: QueryInput<typeof schema.listNotifications>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listNotifications>, Notification>
    countUnread: (
      options?: RequestOptions,
    ) => Promise<Answer<typeof schema.countUnreadNotifications>>
    get: (notificationId: string, options?: RequestOptions) => Promise<Notification>
    markRead: (notificationId: string, options?: RequestOptions) => Promise<Notification>
    markAllRead: (
      body?: BodyInput<typeof schema.markAllNotificationsRead>,
      options?: RequestOptions,
    ) => Promise<Answer<typeof schema.markAllNotificationsRead>>
    stream: (
      filter?: QueryInput<typeof schema.streamNotifications>,
      options?: StreamOptions,
    ) => EventStream<Event>
  }
  notificationPreferences: {
    get: (options?: RequestOptions) => Promise<NotificationPreferences>
    set: (body: WrittenPreferences, options?: RequestOptions) => Promise<NotificationPreferences>
  }
  counterparties: {
    mute: (counterpartyId: string, options?: RequestOptions) => Promise<CounterpartyMute>
    unmute: (counterpartyId: string, options?: RequestOptions) => Promise<CounterpartyMute>
    muted: (
      filter?: QueryInput<typeof schema.listMutedCounterparties>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listMutedCounterparties>, CounterpartyMute>
  }
  sandbox: {
    get: (options?: RequestOptions) => Promise<Answer<typeof schema.getSandbox>>
    advance: (
      body: BodyInput<typeof schema.advanceSandbox>,
      options?: RequestOptions,
    ) => Promise<Answer<typeof schema.advanceSandbox>>
    scriptPrices: (
      body: BodyInput<typeof schema.scriptSandboxPrices>,
      options?: RequestOptions,
    ) => Promise<Answer<typeof schema.scriptSandboxPrices>>
    scriptCustodian: (
      body: BodyInput<typeof schema.scriptSandboxCustodian>,
      options?: RequestOptions,
    ) => Promise<Answer<typeof schema.scriptSandboxCustodian>>
    decide: (
      body: BodyInput<typeof schema.decideSandboxTransfer>,
      options?: RequestOptions,
    ) => Promise<Answer<typeof schema.decideSandboxTransfer>>
  }
  webhooks: {
    create: (
      body: BodyInput<typeof schema.createWebhookEndpoint>,
      options?: RequestOptions,
    ) => Promise<IssuedWebhookEndpoint>
    list: (
      filter?: QueryInput<typeof schema.listWebhookEndpoints>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listWebhookEndpoints>, WebhookEndpoint>
    get: (endpointId: string, options?: RequestOptions) => Promise<WebhookEndpoint>
    update: (
      endpointId: string,
      body: BodyInput<typeof schema.updateWebhookEndpoint>,
      options?: RequestOptions,
    ) => Promise<WebhookEndpoint>
    enable: (endpointId: string, options?: RequestOptions) => Promise<WebhookEndpoint>
    disable: (endpointId: string, options?: RequestOptions) => Promise<WebhookEndpoint>
    delete: (endpointId: string, options?: RequestOptions) => Promise<WebhookEndpoint>
    rotateSecret: (endpointId: string, options?: RequestOptions) => Promise<IssuedWebhookEndpoint>
    test: (endpointId: string, options?: RequestOptions) => Promise<WebhookDelivery>
    listDeliveries: (
      filter?: QueryInput<typeof schema.listWebhookDeliveries>,
      options?: RequestOptions,
    ) => PageList<Answer<typeof schema.listWebhookDeliveries>, WebhookDelivery>
    getDelivery: (deliveryId: string, options?: RequestOptions) => Promise<WebhookDelivery>
    resend: (deliveryId: string, options?: RequestOptions) => Promise<WebhookDelivery>
  }
  stateMachines: {
    list: (options?: RequestOptions) => Promise<Answer<typeof schema.listStateMachines>>
  }
}
