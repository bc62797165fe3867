/** What the documents say about the resource of a group of operations. */
export interface GroupDescription {
  readonly title: string
  readonly description: string
}

/** By the group of the operations. */
export const groupDescriptions: Readonly<Record<string, GroupDescription>> = {
  markToMarketRequests: {
    title: 'Mark-to-market requests',
    description:
      'The requests by which one side of a position asks the other for collateral, or for some back.',
  },
  callSets: {
    title: 'Call sets',
    description:
      'Mark-to-market requests across the deals with one counterparty, created and accepted together.',
  },
  transfers: {
    title: 'Transfers',
    description: 'The movements of assets that custodians carry out.',
  },
  positions: {
    title: 'Positions',
    description: 'What is lent and what is pledged for it, at current prices.',
  },
  orders: {
    title: 'Orders',
    description: 'Loans of an asset against collateral, from the request to the close.',
  },
  reports: {
    title: 'Reports',
    description:
      'The book as it stood at a time, and what happened in a range of time. A report is one consistent picture, however many rows it has.',
  },
  orderRequests: {
    title: 'Order requests',
    description:
      'The requests by which one side of an active position asks for the asset back, or for another rate.',
  },
  closeOuts: {
    title: 'Close-outs',
    description:
      'Declared defaults, and what follows: the secured party keeps what covers its claim, and sends back the rest.',
  },
  calendars: {
    title: 'Calendars',
    description: 'The business days that agreements name.',
  },
  documents: {
    title: 'Documents',
    description:
      'Confirmations, notices and statements of deals: a content whose figures can be recomputed, and a PDF of it.',
  },
  documentPreferences: {
    title: 'Document preferences',
    description: 'Which documents of its deals an organization wants.',
  },
  agreements: {
    title: 'Agreements',
    description: 'The terms between a lender and a borrower, in versions.',
  },
  prices: {
    title: 'Prices',
    description: 'What assets are worth, in USD.',
  },
  priceSources: {
    title: 'Price sources',
    description: 'Who may push prices, and under which names.',
  },
  organizations: {
    title: 'Organizations',
    description: 'The firms that lend and borrow; for the operator.',
  },
  accounts: {
    title: 'Accounts',
    description: 'The persons and programs in organizations.',
  },
  credentials: {
    title: 'Credentials',
    description: 'The keys with which accounts act, each with a role.',
  },
  invitations: {
    title: 'Invitations',
    description: 'Colleagues whom an admin invites, each with a key of their own.',
  },
  requests: {
    title: 'Previews of requests',
    description: 'What a request would do, before it is sent.',
  },
  approvals: {
    title: 'Approvals',
    description: 'Requests that are carried out once other accounts have approved them.',
  },
  approvalPolicies: {
    title: 'Approval policies',
    description: 'Which operations of an organization need the approval of other accounts.',
  },
  audit: {
    title: 'Audit',
    description: 'The audit trail, which is only ever appended to.',
  },
  custodians: {
    title: 'Custodians',
    description: 'The custody providers that carry transfers out.',
  },
  assets: {
    title: 'Assets',
    description: 'What can be lent or pledged.',
  },
  wallets: {
    title: 'Wallets',
    description: 'Where organizations hold assets at custodians.',
  },
  installation: {
    title: 'Installation',
    description: 'Which installation a service is.',
  },
  instructions: {
    title: 'Instructions',
    description: 'What the service has asked custodians to do; for the operator.',
  },
  events: {
    title: 'Events',
    description:
      "What happened and concerns the caller's organization, in the order in which it was committed.",
  },
  notifications: {
    title: 'Notifications',
    description:
      "What somebody of the caller's organization should look at. An account marks as read for itself alone.",
  },
  notificationPreferences: {
    title: 'Notification preferences',
    description: "What the caller's account wants to be notified of.",
  },
  chats: {
    title: 'Chats',
    description:
      'The threads of orders, between their two sides: messages, and what awaits an answer.',
  },
  counterparties: {
    title: 'Counterparties',
    description:
      'The counterparties whose messages, new orders and proposals of terms are refused.',
  },
  limits: {
    title: 'Limits',
    description: 'How much the organization may have with each counterparty, and how much it has.',
  },
  automations: {
    title: 'Automations',
    description: 'What the service requests of counterparties by itself.',
  },
  sandbox: {
    title: 'Sandbox',
    description:
      'The time and the script of a sandbox. A service that is no sandbox answers `ROUTE_NOT_FOUND`.',
  },
  mail: {
    title: 'Mail',
    description: 'Where notifications are mailed to, and the proof of what was sent there.',
  },
  webhooks: {
    title: 'Webhooks',
    description: "Where the organization's events are sent, and what is on its way there.",
  },
  today: {
    title: 'Today',
    description: 'What needs a person now, in numbers.',
  },
  search: {
    title: 'Search',
    description: 'Finds what has a number or an id.',
  },
  stateMachines: {
    title: 'State machines',
    description: 'The states of every resource, and the moves between them.',
  },
}
