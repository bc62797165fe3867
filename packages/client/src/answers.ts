import type * as schema from '@vadium/schema'
import type { OpenValues } from './core/open-values.ts'

// What the service answers, by the names of the schema. Its enumerations are open.
export type Account = OpenValues<schema.Account>
export type Agreement = OpenValues<schema.Agreement>
export type AgreementVersion = Agreement['versions'][number]
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
/** A transfer. `quantity` is the string of its digits: a JSON number on the wire, never a float here. */
export type Transfer = OpenValues<schema.Transfer>
export type TransferParty = OpenValues<schema.TransferParty>
export type TransferReportRow = OpenValues<schema.TransferReportRow>
export type Wallet = OpenValues<schema.Wallet>
export type WebhookDelivery = OpenValues<schema.WebhookDelivery>
export type WebhookEndpoint = OpenValues<schema.WebhookEndpoint>
