import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readCallSearch } from './screens/calls/call-search.ts'
import { readPositionViewSearch } from './screens/position/position-search.ts'
import { readPositionSearch } from './screens/positions/position-search.ts'
import { readPriceSearch } from './screens/prices/price-search.ts'
import { readWhatIfSearch } from './screens/what-if/what-if-search.ts'
import { readTodaySearch } from './screens/today/today-search.ts'
import { readTransferSearch } from './screens/transfers/transfer-search.ts'
import { readAuditSearch } from './screens/audit/audit-search.ts'
import { readDeliverySearch } from './screens/webhooks/delivery-search.ts'
import { readApprovalSearch } from './screens/approvals/approval-search.ts'
import { bookRoutes } from './routes-book.tsx'
import { Broken } from './figures/broken.tsx'
import { root } from './routes-root.tsx'

const today = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: readTodaySearch,
  component: lazyRouteComponent(() => import('./screens/today/today.tsx'), 'Today'),
})

const positionsRoute = createRoute({
  getParentRoute: () => root,
  path: '/positions',
  validateSearch: readPositionSearch,
  component: lazyRouteComponent(() => import('./screens/positions/positions.tsx'), 'Positions'),
})

const positionRoute = createRoute({
  getParentRoute: () => root,
  path: '/positions/$positionId',
  validateSearch: readPositionViewSearch,
  component: lazyRouteComponent(() => import('./screens/position/position.tsx'), 'PositionScreen'),
})

const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
  validateSearch: readCallSearch,
  component: lazyRouteComponent(() => import('./screens/calls/calls.tsx'), 'Calls'),
})

const callRoute = createRoute({
  getParentRoute: () => root,
  path: '/calls/$callId',
  component: lazyRouteComponent(() => import('./screens/calls/call.tsx'), 'CallScreen'),
})

const transfersRoute = createRoute({
  getParentRoute: () => root,
  path: '/transfers',
  validateSearch: readTransferSearch,
  component: lazyRouteComponent(() => import('./screens/transfers/transfers.tsx'), 'Transfers'),
})

const transferRoute = createRoute({
  getParentRoute: () => root,
  path: '/transfers/$transferId',
  component: lazyRouteComponent(() => import('./screens/transfers/transfer.tsx'), 'TransferScreen'),
})

const whatIf = createRoute({
  getParentRoute: () => root,
  path: '/what-if',
  validateSearch: readWhatIfSearch,
  component: lazyRouteComponent(() => import('./screens/what-if/what-if.tsx'), 'WhatIf'),
})

const approvals = createRoute({
  getParentRoute: () => root,
  path: '/approvals',
  validateSearch: readApprovalSearch,
  component: lazyRouteComponent(() => import('./screens/approvals/approvals.tsx'), 'Approvals'),
})

const approvalRoute = createRoute({
  getParentRoute: () => root,
  path: '/approvals/$approvalId',
  component: lazyRouteComponent(() => import('./screens/approvals/approval.tsx'), 'ApprovalScreen'),
})

const approvalPolicy = createRoute({
  getParentRoute: () => root,
  path: '/approvals/policy',
  component: lazyRouteComponent(
    () => import('./screens/approvals/policy.tsx'),
    'ApprovalPolicyScreen',
  ),
})

const credentials = createRoute({
  getParentRoute: () => root,
  path: '/credentials',
  component: lazyRouteComponent(
    () => import('./screens/credentials/credentials.tsx'),
    'Credentials',
  ),
})

const wallets = createRoute({
  getParentRoute: () => root,
  path: '/wallets',
  component: lazyRouteComponent(() => import('./screens/wallets/wallets.tsx'), 'OwnWallets'),
})

const counterparties = createRoute({
  getParentRoute: () => root,
  path: '/counterparties',
  component: lazyRouteComponent(
    () => import('./screens/counterparties/counterparties.tsx'),
    'Counterparties',
  ),
})

const agreementRoute = createRoute({
  getParentRoute: () => root,
  path: '/agreements/$agreementId',
  component: lazyRouteComponent(
    () => import('./screens/counterparties/agreement.tsx'),
    'AgreementScreen',
  ),
})

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import('./screens/webhooks/webhooks.tsx'), 'Webhooks'),
})

const mail = createRoute({
  getParentRoute: () => root,
  path: '/mail',
  component: lazyRouteComponent(() => import('./screens/mail/mail.tsx'), 'Mail'),
})

const audit = createRoute({
  getParentRoute: () => root,
  path: '/audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./screens/audit/audit.tsx'), 'Audit'),
})

const organizations = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  component: lazyRouteComponent(
    () => import('./screens/operator/organizations.tsx'),
    'Organizations',
  ),
})

const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/operator/organizations/$organizationId',
  component: lazyRouteComponent(() => import('./screens/operator/onboarding.tsx'), 'Onboarding'),
})

const prices = createRoute({
  getParentRoute: () => root,
  path: '/prices',
  validateSearch: readPriceSearch,
  component: lazyRouteComponent(() => import('./screens/prices/prices.tsx'), 'Prices'),
})

const operatorPrices = createRoute({
  getParentRoute: () => root,
  path: '/operator/prices',
  component: lazyRouteComponent(() => import('./screens/operator/prices.tsx'), 'OperatorPrices'),
})

const instructions = createRoute({
  getParentRoute: () => root,
  path: '/operator/instructions',
  component: lazyRouteComponent(
    () => import('./screens/operator/instructions.tsx'),
    'StalledInstructions',
  ),
})

const calendars = createRoute({
  getParentRoute: () => root,
  path: '/operator/calendars',
  component: lazyRouteComponent(() => import('./screens/operator/calendars.tsx'), 'Calendars'),
})

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  component: lazyRouteComponent(() => import('./screens/sandbox/sandbox.tsx'), 'SandboxPanel'),
})

const tree = root.addChildren([
  today,
  positionsRoute,
  positionRoute,
  calls,
  callRoute,
  transfersRoute,
  transferRoute,
  whatIf,
  approvals,
  approvalRoute,
  approvalPolicy,
  credentials,
  wallets,
  counterparties,
  agreementRoute,
  webhooks,
  mail,
  audit,
  organizations,
  onboarding,
  prices,
  operatorPrices,
  instructions,
  calendars,
  sandbox,
  ...bookRoutes,
])

/** The screens of the page, each below its path. Filters are in the query of the address. */
export function pageRouter(basepath: string) {
  return createRouter({
    routeTree: tree,
    basepath,
    defaultPreload: 'intent',
    defaultErrorComponent: Broken,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof pageRouter>
  }
}
