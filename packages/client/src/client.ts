// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import { PlatformConnection } from './core/connection.ts'
import { Accounts } from './resources/accounts.ts'
import { Agreements } from './resources/agreements.ts'
import { ApprovalPolicies } from './resources/approval-policies.ts'
import { Approvals } from './resources/approvals.ts'
import { Assets } from './resources/assets.ts'
import { Audit } from './resources/audit.ts'
import { Automations } from './resources/automations.ts'
import { Calendars } from './resources/calendars.ts'
import { CallSets } from './resources/call-sets.ts'
import { Chats } from './resources/chats.ts'
import { CloseOuts } from './resources/close-outs.ts'
import { Counterparties } from './resources/counterparties.ts'
import { Credentials } from './resources/credentials.ts'
import { Custodians } from './resources/custodians.ts'
import { DocumentPreferenceSettings } from './resources/document-preferences.ts'
import { Documents } from './resources/documents.ts'
import { Events } from './resources/events.ts'
import { Installation } from './resources/installation.ts'
import { Instructions } from './resources/instructions.ts'
import { Invitations } from './resources/invitations.ts'
import { Limits } from './resources/limits.ts'
import { Mail } from './resources/mail.ts'
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
import { RequestPreviews } from './resources/requests.ts'
import { SandboxControl } from './resources/sandbox.ts'
import { Search } from './resources/search.ts'
import { StateMachines } from './resources/state-machines.ts'
import { TodayCounts } from './resources/today.ts'
import { Transfers } from './resources/transfers.ts'
import { Wallets } from './resources/wallets.ts'
import { Webhooks } from './resources/webhooks.ts'

/** A connection with every operation of the service as a method, by its resource. */
export abstract class PlatformClient extends PlatformConnection {
  /**
   * The requests by which one side of a position asks the other for collateral, or for some back.
   */
  readonly markToMarketRequests = new MarkToMarketRequests(this)
  /**
   * Mark-to-market requests across the deals with one counterparty, created and accepted together.
   */
  readonly callSets = new CallSets(this)
  /** The movements of assets that custodians carry out. */
  readonly transfers = new Transfers(this)
  /** What is lent and what is pledged for it, at current prices. */
  readonly positions = new Positions(this)
  /** Loans of an asset against collateral, from the request to the close. */
  readonly orders = new Orders(this)
  /**
   * The book as it stood at a time, and what happened in a range of time. A report is one
   * consistent picture, however many rows it has.
   */
  readonly reports = new Reports(this)
  /**
   * The requests by which one side of an active position asks for the asset back, or for another
   * rate.
   */
  readonly orderRequests = new OrderRequests(this)
  /**
   * Declared defaults, and what follows: the secured party keeps what covers its claim, and sends
   * back the rest.
   */
  readonly closeOuts = new CloseOuts(this)
  /**
   * Confirmations, notices and statements of deals: a content whose figures can be recomputed, and
   * a PDF of it.
   */
  readonly documents = new Documents(this)
  /** Which documents of its deals an organization wants. */
  readonly documentPreferences = new DocumentPreferenceSettings(this)
  /** The terms between a lender and a borrower, in versions. */
  readonly agreements = new Agreements(this)
  /** What assets are worth, in USD. */
  readonly prices = new Prices(this)
  /** Who may push prices, and under which names. */
  readonly priceSources = new PriceSources(this)
  /** The firms that lend and borrow; for the operator. */
  readonly organizations = new Organizations(this)
  /** The persons and programs in organizations. */
  readonly accounts = new Accounts(this)
  /** The keys with which accounts act, each with a role. */
  readonly credentials = new Credentials(this)
  /** Colleagues whom an admin invites, each with a key of their own. */
  readonly invitations = new Invitations(this)
  /** What a request would do, before it is sent. */
  readonly requests = new RequestPreviews(this)
  /** Requests that are carried out once other accounts have approved them. */
  readonly approvals = new Approvals(this)
  /** Which operations of an organization need the approval of other accounts. */
  readonly approvalPolicies = new ApprovalPolicies(this)
  /** The audit trail, which is only ever appended to. */
  readonly audit = new Audit(this)
  /** The custody providers that carry transfers out. */
  readonly custodians = new Custodians(this)
  /** What can be lent or pledged. */
  readonly assets = new Assets(this)
  /** The business days that agreements name. */
  readonly calendars = new Calendars(this)
  /** Where organizations hold assets at custodians. */
  readonly wallets = new Wallets(this)
  /** Which installation a service is. */
  readonly installation = new Installation(this)
  /** What the service has asked custodians to do; for the operator. */
  readonly instructions = new Instructions(this)
  /**
   * What happened and concerns the caller's organization, in the order in which it was committed.
   */
  readonly events = new Events(this)
  /**
   * What somebody of the caller's organization should look at. An account marks as read for itself
   * alone.
   */
  readonly notifications = new Notifications(this)
  /** What the caller's account wants to be notified of. */
  readonly notificationPreferences = new NotificationPreferenceSettings(this)
  /** The threads of orders, between their two sides: messages, and what awaits an answer. */
  readonly chats = new Chats(this)
  /** The counterparties whose messages, new orders and proposals of terms are refused. */
  readonly counterparties = new Counterparties(this)
  /** How much the organization may have with each counterparty, and how much it has. */
  readonly limits = new Limits(this)
  /** What the service requests of counterparties by itself. */
  readonly automations = new Automations(this)
  /**
   * The time and the script of a sandbox. A service that is no sandbox answers `ROUTE_NOT_FOUND`.
   */
  readonly sandbox = new SandboxControl(this)
  /** Where notifications are mailed to, and the proof of what was sent there. */
  readonly mail = new Mail(this)
  /**
   * Where the organization's events are sent, and what is on its way there. A receiver verifies
   * them with {@link verifyWebhook}.
   */
  readonly webhooks = new Webhooks(this)
  /** What needs a person now, in numbers. */
  readonly today = new TodayCounts(this)
  /** Finds what has a number or an id. */
  readonly search = new Search(this)
  /** The states of every resource, and the moves between them. */
  readonly stateMachines = new StateMachines(this)
}
