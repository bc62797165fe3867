import type { Operation } from '../operation.ts'
import { createAccount, listAccounts } from './accounts.ts'
import { amendAgreement, createAgreement, getAgreement, listAgreements } from './agreements.ts'
import { listAuditEntries } from './audit.ts'
import {
  getChat,
  listChatEntries,
  listChats,
  markChatRead,
  postChatMessage,
  resolveChatAction,
  streamChatEvents,
} from './chats.ts'
import {
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
} from './credentials.ts'
import {
  createAsset,
  createCustodian,
  createWallet,
  listAssets,
  listCustodians,
  listInstructions,
  listWallets,
  resumeInstruction,
} from './custody.ts'
import { listEvents, streamEvents } from './events.ts'
import { getTransfer } from './get-transfer.ts'
import { listTransfers } from './list-transfers.ts'
import {
  acceptMarkToMarketRequest,
  cancelMarkToMarketRequest,
  createMarkToMarketRequest,
  disputeMarkToMarketRequest,
  exportMarkToMarketRequests,
  getMarkToMarketRequest,
  listMarkToMarketRequests,
  rejectMarkToMarketRequest,
  retryMarkToMarketRequest,
} from './mark-to-market-requests.ts'
import {
  countUnreadNotifications,
  getNotification,
  getNotificationPreferences,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  setNotificationPreferences,
  streamNotifications,
} from './notifications.ts'
import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  closeOrder,
  createOrder,
  getOrder,
  listOrders,
  rejectOrder,
  retryOrder,
} from './orders.ts'
import {
  activateOrganization,
  createOrganization,
  getOrganization,
  listOrganizations,
  suspendOrganization,
} from './organizations.ts'
import { exportPositions, getPosition, listPositions } from './positions.ts'
import { previewMarkToMarketRequest } from './preview-mark-to-market-request.ts'
import { listPrices, pushPrices } from './prices.ts'
import {
  advanceSandbox,
  decideSandboxTransfer,
  getSandbox,
  scriptSandboxCustodian,
  scriptSandboxPrices,
} from './sandbox.ts'
import { listStateMachines } from './state-machines.ts'

/** Every operation of the service, in the order in which documents list them. */
export const operations: readonly Operation[] = [
  previewMarkToMarketRequest,
  createMarkToMarketRequest,
  listMarkToMarketRequests,
  exportMarkToMarketRequests,
  getMarkToMarketRequest,
  acceptMarkToMarketRequest,
  rejectMarkToMarketRequest,
  disputeMarkToMarketRequest,
  cancelMarkToMarketRequest,
  retryMarkToMarketRequest,
  listTransfers,
  getTransfer,
  listPositions,
  exportPositions,
  getPosition,
  createOrder,
  listOrders,
  getOrder,
  acceptOrder,
  rejectOrder,
  cancelOrder,
  closeOrder,
  retryOrder,
  abandonOrder,
  listEvents,
  streamEvents,
  listNotifications,
  countUnreadNotifications,
  getNotification,
  markNotificationRead,
  markAllNotificationsRead,
  getNotificationPreferences,
  setNotificationPreferences,
  streamNotifications,
  listChats,
  getChat,
  listChatEntries,
  postChatMessage,
  resolveChatAction,
  markChatRead,
  streamChatEvents,
  createAgreement,
  amendAgreement,
  getAgreement,
  listAgreements,
  pushPrices,
  listPrices,
  createOrganization,
  listOrganizations,
  getOrganization,
  suspendOrganization,
  activateOrganization,
  createAccount,
  listAccounts,
  createCredential,
  listCredentials,
  rotateCredential,
  revokeCredential,
  listAuditEntries,
  createCustodian,
  listCustodians,
  createAsset,
  listAssets,
  createWallet,
  listWallets,
  listInstructions,
  resumeInstruction,
  listStateMachines,
  getSandbox,
  advanceSandbox,
  scriptSandboxPrices,
  scriptSandboxCustodian,
  decideSandboxTransfer,
]
