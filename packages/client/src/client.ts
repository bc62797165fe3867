import { PlatformConnection } from './core/connection.ts'
import { Accounts } from './resources/accounts.ts'
import { Agreements } from './resources/agreements.ts'
import { Assets } from './resources/assets.ts'
import { Audit } from './resources/audit.ts'
import { Chats } from './resources/chats.ts'
import { Counterparties } from './resources/counterparties.ts'
import { Credentials } from './resources/credentials.ts'
import { Custodians } from './resources/custodians.ts'
import { Events } from './resources/events.ts'
import { Installation } from './resources/installation.ts'
import { Instructions } from './resources/instructions.ts'
import { MarkToMarketRequests } from './resources/mark-to-market-requests.ts'
import { NotificationPreferenceSettings } from './resources/notification-preferences.ts'
import { Notifications } from './resources/notifications.ts'
import { OrderRequests } from './resources/order-requests.ts'
import { Orders } from './resources/orders.ts'
import { Organizations } from './resources/organizations.ts'
import { Positions } from './resources/positions.ts'
import { PriceSources } from './resources/price-sources.ts'
import { Prices } from './resources/prices.ts'
import { Reports } from './resources/reports.ts'
import { SandboxControl } from './resources/sandbox-control.ts'
import { StateMachines } from './resources/state-machines.ts'
import { Transfers } from './resources/transfers.ts'
import { Wallets } from './resources/wallets.ts'
import { Webhooks } from './resources/webhooks.ts'

/** A connection with every operation of the service as a method, by its resource. */
export abstract class PlatformClient extends PlatformConnection {
  readonly markToMarketRequests = new MarkToMarketRequests(this)
  readonly transfers = new Transfers(this)
  readonly positions = new Positions(this)
  readonly orders = new Orders(this)
  readonly reports = new Reports(this)
  readonly orderRequests = new OrderRequests(this)
  readonly agreements = new Agreements(this)
  readonly prices = new Prices(this)
  readonly priceSources = new PriceSources(this)
  readonly organizations = new Organizations(this)
  readonly accounts = new Accounts(this)
  readonly credentials = new Credentials(this)
  readonly audit = new Audit(this)
  readonly custodians = new Custodians(this)
  readonly assets = new Assets(this)
  readonly wallets = new Wallets(this)
  readonly installation = new Installation(this)
  readonly instructions = new Instructions(this)
  readonly events = new Events(this)
  readonly notifications = new Notifications(this)
  readonly notificationPreferences = new NotificationPreferenceSettings(this)
  readonly chats = new Chats(this)
  readonly counterparties = new Counterparties(this)
  readonly sandbox = new SandboxControl(this)
  readonly webhooks = new Webhooks(this)
  readonly stateMachines = new StateMachines(this)
}
