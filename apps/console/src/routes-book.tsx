import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './routes-root.tsx'
import { readCloseOutSearch } from './screens/close-outs/close-out-search.ts'
import { readDocumentSearch } from './screens/documents/document-search.ts'
import { readOrderSearch } from './screens/orders/order-search.ts'
import {
  readNewRequestSearch,
  readOrderRequestSearch,
} from './screens/order-requests/order-request-search.ts'
import { readNotificationSearch } from './screens/notifications/notification-search.ts'
import { readReportSearch } from './screens/reports/report-search.ts'

const ordersRoute = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(() => import('./screens/orders/orders.tsx'), 'Orders'),
})

const newOrder = createRoute({
  getParentRoute: () => root,
  path: '/orders/new',
  component: lazyRouteComponent(() => import('./screens/orders/new-order.tsx'), 'NewOrder'),
})

const orderRoute = createRoute({
  getParentRoute: () => root,
  path: '/orders/$orderId',
  component: lazyRouteComponent(() => import('./screens/orders/order.tsx'), 'OrderScreen'),
})

const orderRequestsRoute = createRoute({
  getParentRoute: () => root,
  path: '/order-requests',
  validateSearch: readOrderRequestSearch,
  component: lazyRouteComponent(
    () => import('./screens/order-requests/order-requests.tsx'),
    'OrderRequests',
  ),
})

const newRequest = createRoute({
  getParentRoute: () => root,
  path: '/order-requests/new',
  validateSearch: readNewRequestSearch,
  component: lazyRouteComponent(
    () => import('./screens/order-requests/new-request.tsx'),
    'NewRequest',
  ),
})

const orderRequestRoute = createRoute({
  getParentRoute: () => root,
  path: '/order-requests/$requestId',
  component: lazyRouteComponent(
    () => import('./screens/order-requests/order-request.tsx'),
    'OrderRequestScreen',
  ),
})

const callSetsRoute = createRoute({
  getParentRoute: () => root,
  path: '/call-sets',
  component: lazyRouteComponent(() => import('./screens/call-sets/call-sets.tsx'), 'CallSets'),
})

const callSetRoute = createRoute({
  getParentRoute: () => root,
  path: '/call-sets/$callSetId',
  component: lazyRouteComponent(() => import('./screens/call-sets/call-set.tsx'), 'CallSetScreen'),
})

const closeOutsRoute = createRoute({
  getParentRoute: () => root,
  path: '/close-outs',
  validateSearch: readCloseOutSearch,
  component: lazyRouteComponent(() => import('./screens/close-outs/close-outs.tsx'), 'CloseOuts'),
})

const closeOutRoute = createRoute({
  getParentRoute: () => root,
  path: '/close-outs/$closeOutId',
  component: lazyRouteComponent(
    () => import('./screens/close-outs/close-out.tsx'),
    'CloseOutScreen',
  ),
})

const notificationsRoute = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  validateSearch: readNotificationSearch,
  component: lazyRouteComponent(
    () => import('./screens/notifications/notifications.tsx'),
    'Notifications',
  ),
})

const notificationPreferences = createRoute({
  getParentRoute: () => root,
  path: '/notifications/preferences',
  component: lazyRouteComponent(
    () => import('./screens/notifications/preferences.tsx'),
    'Preferences',
  ),
})

const threadsRoute = createRoute({
  getParentRoute: () => root,
  path: '/threads',
  component: lazyRouteComponent(() => import('./screens/threads/threads.tsx'), 'Threads'),
})

const threadRoute = createRoute({
  getParentRoute: () => root,
  path: '/threads/$orderId',
  component: lazyRouteComponent(() => import('./screens/threads/thread.tsx'), 'ThreadScreen'),
})

const reportsRoute = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./screens/reports/reports.tsx'), 'Reports'),
})

const documentsRoute = createRoute({
  getParentRoute: () => root,
  path: '/documents',
  validateSearch: readDocumentSearch,
  component: lazyRouteComponent(() => import('./screens/documents/documents.tsx'), 'Documents'),
})

const documentRoute = createRoute({
  getParentRoute: () => root,
  path: '/documents/$documentId',
  component: lazyRouteComponent(() => import('./screens/documents/document.tsx'), 'DocumentScreen'),
})

const documentPreferences = createRoute({
  getParentRoute: () => root,
  path: '/documents/preferences',
  component: lazyRouteComponent(
    () => import('./screens/documents/preferences.tsx'),
    'DocumentPreferencesScreen',
  ),
})

/** The screens of what is agreed and written between the two sides of an order. */
export const bookRoutes = [
  ordersRoute,
  newOrder,
  orderRoute,
  orderRequestsRoute,
  newRequest,
  orderRequestRoute,
  callSetsRoute,
  callSetRoute,
  closeOutsRoute,
  closeOutRoute,
  documentsRoute,
  documentRoute,
  documentPreferences,
  notificationsRoute,
  notificationPreferences,
  threadsRoute,
  threadRoute,
  reportsRoute,
] as const
