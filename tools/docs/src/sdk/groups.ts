/** What stands in the class of a resource beside its operations. */
export interface ResourceNames {
  readonly className: string
  /** What the resource is, above its class and its member of the client. */
  readonly description: string
}

/** By the group of the operations, in the order in which the client has them. */
export const resources: Readonly<Record<string, ResourceNames>> = {
  markToMarketRequests: {
    className: 'MarkToMarketRequests',
    description:
      'The requests by which one side of a position asks the other for collateral, or for some back.',
  },
  transfers: {
    className: 'Transfers',
    description: 'The movements of assets that custodians carry out.',
  },
  positions: {
    className: 'Positions',
    description: 'What is lent and what is pledged for it, at current prices.',
  },
  orders: {
    className: 'Orders',
    description: 'Loans of an asset against collateral, from the request to the close.',
  },
  reports: {
    className: 'Reports',
    description:
      'The book as it stood at a time, and what happened in a range of time. A report is one consistent picture, however many rows it has.',
  },
  orderRequests: {
    className: 'OrderRequests',
    description:
      'The requests by which one side of an active position asks for the asset back, or for another rate.',
  },
  agreements: {
    className: 'Agreements',
    description: 'The terms between a lender and a borrower, in versions.',
  },
  prices: { className: 'Prices', description: 'What assets are worth, in USD.' },
  priceSources: {
    className: 'PriceSources',
    description: 'Who may push prices, and under which names.',
  },
  organizations: {
    className: 'Organizations',
    description: 'The firms that lend and borrow; for the operator.',
  },
  accounts: { className: 'Accounts', description: 'The persons and programs in organizations.' },
  credentials: {
    className: 'Credentials',
    description: 'The keys with which accounts act, each with a role.',
  },
  approvals: {
    className: 'Approvals',
    description: 'Requests that are carried out once other accounts have approved them.',
  },
  approvalPolicies: {
    className: 'ApprovalPolicies',
    description: 'Which operations of an organization need the approval of other accounts.',
  },
  audit: { className: 'Audit', description: 'The audit trail, which is only ever appended to.' },
  custodians: {
    className: 'Custodians',
    description: 'The custody providers that carry transfers out.',
  },
  assets: { className: 'Assets', description: 'What can be lent or pledged.' },
  wallets: { className: 'Wallets', description: 'Where organizations hold assets at custodians.' },
  installation: { className: 'Installation', description: 'Which installation a service is.' },
  instructions: {
    className: 'Instructions',
    description: 'What the service has asked custodians to do; for the operator.',
  },
  events: {
    className: 'Events',
    description:
      "What happened and concerns the caller's organization, in the order in which it was committed.",
  },
  notifications: {
    className: 'Notifications',
    description:
      "What somebody of the caller's organization should look at. An account marks as read for itself alone.",
  },
  notificationPreferences: {
    // The answer has the name of the group.
    className: 'NotificationPreferenceSettings',
    description: "What the caller's account wants to be notified of.",
  },
  chats: {
    className: 'Chats',
    description:
      'The threads of orders, between their two sides: messages, and what awaits an answer.',
  },
  counterparties: {
    className: 'Counterparties',
    description: 'The counterparties whose messages and new orders are refused.',
  },
  sandbox: {
    // `Sandbox` is the answer.
    className: 'SandboxControl',
    description:
      'The time and the script of a sandbox. A service that is no sandbox answers `ROUTE_NOT_FOUND`.',
  },
  webhooks: {
    className: 'Webhooks',
    description:
      "Where the organization's events are sent, and what is on its way there. A receiver verifies them with {@link verifyWebhook}.",
  },
  // `Today` and `SearchResult` are answers.
  today: { className: 'TodayCounts', description: 'What needs a person now, in numbers.' },
  search: { className: 'Search', description: 'Finds what has a number or an id.' },
  stateMachines: {
    className: 'StateMachines',
    description: 'The states of every resource, and the moves between them.',
  },
}
