import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { readPositionSearch } from './screens/positions/position-search.ts'
import { readWhatIfSearch } from './screens/what-if/what-if-search.ts'
import { readTransferSearch } from './screens/transfers/transfer-search.ts'
import { readApprovalSearch } from './screens/approvals/approval-search.ts'
import { bookRoutes } from './routes-book.tsx'
import { root } from './routes-root.tsx'

const today = createRoute({
  getParentRoute: () => root,
  path: '/',
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
  component: lazyRouteComponent(() => import('./screens/position/position.tsx'), 'PositionScreen'),
})

const calls = createRoute({
  getParentRoute: () => root,
  path: '/calls',
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
  sandbox,
  ...bookRoutes,
])

/** The screens of the page, each below its path. Filters are in the query of the address. */
export function pageRouter(basepath: string) {
  return createRouter({ routeTree: tree, basepath, defaultPreload: 'intent' })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof pageRouter>
  }
}
