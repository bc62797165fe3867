import type * as schema from '@vadium/schema'
import type { OpenValues } from '../../src/index.ts'

// The answers of the SDK as they were written by hand, by the types of TypeBox.

type MayBeUndefined<T> = {
  [Name in keyof T]: object extends Pick<T, Name> ? T[Name] | undefined : T[Name]
}
export type QueryInput<O extends schema.Operation> = MayBeUndefined<schema.OperationQuery<O>>
export type BodyInput<O extends schema.Operation> = MayBeUndefined<schema.OperationBody<O>>
export type Answer<O extends schema.Operation> = OpenValues<schema.OperationResponse<O>>
export type CsvQuery<O extends schema.Operation> = QueryInput<O> & { format: 'csv' }
export type JsonQuery<O extends schema.Operation> = QueryInput<O> & { format?: 'json' | undefined }
export type Text = AsyncGenerator<string, void, undefined>
export type Rows<Row> = AsyncGenerator<Row, void, undefined>

export type Account = OpenValues<schema.Account>
export type Agreement = OpenValues<schema.Agreement>
export type AgreementVersion = Agreement['versions'][number]
export type Approval = OpenValues<schema.Approval>
export type ApprovalPolicy = OpenValues<schema.ApprovalPolicy>
export type Asset = OpenValues<schema.Asset>
export type AssetExposureRow = OpenValues<schema.AssetExposureRow>
export type AuditEntry = OpenValues<schema.AuditEntry>
export type AvailableAction = Order['actions'][number]
export type Calculation = OpenValues<schema.Calculation>
export type Chat = OpenValues<schema.Chat>
export type ChatAction = NonNullable<ChatEntry['action']>
export type ChatEntry = OpenValues<schema.ChatEntry>
export type CollateralMovementRow = OpenValues<schema.CollateralMovementRow>
export type CounterpartyExposureRow = OpenValues<schema.CounterpartyExposureRow>
export type CounterpartyMute = OpenValues<schema.CounterpartyMute>
export type Credential = OpenValues<schema.Credential>
export type Custodian = OpenValues<schema.Custodian>
export type Dispute = NonNullable<MarkToMarketRequest['dispute']>
export type Event = OpenValues<schema.Event>
export type Instruction = OpenValues<schema.Instruction>
export type InterestRow = OpenValues<schema.InterestRow>
export type IssuedCredential = OpenValues<schema.OperationResponse<typeof schema.createCredential>>
export type IssuedWebhookEndpoint = OpenValues<schema.IssuedWebhookEndpoint>
export type MarkToMarketParty = OpenValues<schema.MarkToMarketParty>
export type MarkToMarketPreview = OpenValues<schema.MarkToMarketPreview>
export type MarkToMarketRequest = OpenValues<schema.MarkToMarketRequest>
export type Notification = OpenValues<schema.Notification>
export type NotificationPreferences = OpenValues<schema.NotificationPreferences>
export type Order = OpenValues<schema.Order>
export type OrderRequest = OpenValues<schema.OrderRequest>
export type Organization = OpenValues<schema.Organization>
export type Position = OpenValues<schema.Position>
export type PositionReportRow = OpenValues<schema.PositionReportRow>
export type Price = OpenValues<schema.Price>
export type ProviderLifecycle = OpenValues<schema.ProviderLifecycle>
export type RegisteredPriceSource = OpenValues<schema.RegisteredPriceSource>
export type Transfer = OpenValues<schema.Transfer>
export type TransferParty = OpenValues<schema.TransferParty>
export type TransferReportRow = OpenValues<schema.TransferReportRow>
export type Wallet = OpenValues<schema.Wallet>
export type WebhookDelivery = OpenValues<schema.WebhookDelivery>
export type WebhookEndpoint = OpenValues<schema.WebhookEndpoint>

// Of these the SDK has the closed form, as a caller writes them.
export type CollateralType = schema.CollateralType
export type ErrorCode = schema.ErrorCode
export type ErrorDetail = schema.ErrorDetail
export type ErrorReason = schema.ErrorReason
export type MarginTerms = schema.MarginTerms
export type MarkToMarketDirection = schema.MarkToMarketDirection
export type ProviderState = schema.ProviderState
export type Role = schema.Role
export type TransferCategory = schema.TransferCategory
export type TransferFilter = MayBeUndefined<schema.TransferFilter>
export type TransferStatus = schema.TransferStatus

/** Narrower than it was: the type of TypeBox has categories that the service always refused. */
export interface WrittenPreferences {
  muted_categories: Exclude<
    schema.NotificationCategory,
    | 'account_changed'
    | 'credential_changed'
    | 'wallet_changed'
    | 'organization_changed'
    | 'agreement_changed'
    | 'price_source_changed'
    | 'approval_policy_changed'
  >[]
  minimum_severity: schema.NotificationSeverity
}
