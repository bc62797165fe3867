import { groupDescriptions } from '@vadium/schema'

/** The class of each group of operations, in the order in which the client has them. */
export const classNames: Readonly<Record<string, string>> = {
  markToMarketRequests: 'MarkToMarketRequests',
  callSets: 'CallSets',
  transfers: 'Transfers',
  positions: 'Positions',
  orders: 'Orders',
  reports: 'Reports',
  orderRequests: 'OrderRequests',
  closeOuts: 'CloseOuts',
  documents: 'Documents',
  // The answer has the name of the group.
  documentPreferences: 'DocumentPreferenceSettings',
  agreements: 'Agreements',
  prices: 'Prices',
  priceSources: 'PriceSources',
  organizations: 'Organizations',
  accounts: 'Accounts',
  credentials: 'Credentials',
  invitations: 'Invitations',
  // `Requests` is what sends them.
  requests: 'RequestPreviews',
  approvals: 'Approvals',
  approvalPolicies: 'ApprovalPolicies',
  audit: 'Audit',
  custodians: 'Custodians',
  assets: 'Assets',
  calendars: 'Calendars',
  wallets: 'Wallets',
  installation: 'Installation',
  instructions: 'Instructions',
  events: 'Events',
  notifications: 'Notifications',
  // The answer has the name of the group.
  notificationPreferences: 'NotificationPreferenceSettings',
  chats: 'Chats',
  counterparties: 'Counterparties',
  limits: 'Limits',
  automations: 'Automations',
  // `Sandbox` is the answer.
  sandbox: 'SandboxControl',
  mail: 'Mail',
  webhooks: 'Webhooks',
  today: 'TodayCounts',
  search: 'Search',
  stateMachines: 'StateMachines',
}

/** What the SDK says more about a resource, where that names something of the SDK. */
const further: Readonly<Record<string, string>> = {
  webhooks: 'A receiver verifies them with {@link verifyWebhook}.',
}

/** What the resource is, above its class and its member of the client. */
export function descriptionOf(group: string): string {
  const { description = '' } = groupDescriptions[group] ?? {}
  return [description, further[group]].filter((text) => text !== undefined).join(' ')
}
