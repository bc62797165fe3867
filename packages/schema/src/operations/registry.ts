import type { Operation } from '../operation.ts'
import * as accounts from './accounts.ts'
import * as agreements from './agreements.ts'
import * as approvalPolicies from './approval-policies.ts'
import * as approvals from './approvals.ts'
import * as audit from './audit.ts'
import * as automations from './automations.ts'
import * as callSets from './call-sets.ts'
import * as calendars from './calendars.ts'
import { cancelTransfer } from './cancel-transfer.ts'
import * as chats from './chats.ts'
import * as closeOuts from './close-outs.ts'
import * as counterparties from './counterparties.ts'
import * as credentials from './credentials.ts'
import * as custody from './custody.ts'
import * as documents from './documents.ts'
import * as events from './events.ts'
import { getInstallation } from './installation.ts'
import * as invitations from './invitations.ts'
import { getTransfer } from './get-transfer.ts'
import * as limits from './limits.ts'
import { listTransfers } from './list-transfers.ts'
import * as mail from './mail.ts'
import * as markToMarketRequests from './mark-to-market-requests.ts'
import * as notifications from './notifications.ts'
import * as orderRequests from './order-requests.ts'
import * as orders from './orders.ts'
import * as organizations from './organizations.ts'
import * as positions from './positions.ts'
import { previewCloseOut } from './preview-close-out.ts'
import { previewMarkToMarketRequest } from './preview-mark-to-market-request.ts'
import { previewRequest } from './preview-request.ts'
import * as priceSources from './price-sources.ts'
import * as prices from './prices.ts'
import * as reports from './reports.ts'
import * as sandbox from './sandbox.ts'
import { search } from './search.ts'
import * as stateMachines from './state-machines.ts'
import * as today from './today.ts'
import * as webhooks from './webhooks.ts'

/** Every operation of the service, in the order of the documents. */
export const operations: readonly Operation[] = [
  previewMarkToMarketRequest,
  markToMarketRequests.createMarkToMarketRequest,
  markToMarketRequests.listMarkToMarketRequests,
  markToMarketRequests.exportMarkToMarketRequests,
  markToMarketRequests.getMarkToMarketRequest,
  markToMarketRequests.acceptMarkToMarketRequest,
  markToMarketRequests.rejectMarkToMarketRequest,
  markToMarketRequests.disputeMarkToMarketRequest,
  markToMarketRequests.cancelMarkToMarketRequest,
  markToMarketRequests.retryMarkToMarketRequest,
  callSets.previewCallSet,
  callSets.createCallSet,
  callSets.listCallSets,
  callSets.getCallSet,
  callSets.acceptCallSet,
  listTransfers,
  getTransfer,
  cancelTransfer,
  positions.listPositions,
  positions.exportPositions,
  positions.getPosition,
  positions.getPositionPrices,
  positions.listPositionValuations,
  positions.sendCollateral,
  orders.createOrder,
  orders.listOrders,
  orders.getOrder,
  orders.listOrderTerms,
  orders.acceptOrder,
  orders.rejectOrder,
  orders.cancelOrder,
  orders.closeOrder,
  orders.cancelOrderClose,
  orders.changeOrderWallets,
  orders.retryOrder,
  orders.abandonOrder,
  orderRequests.createOrderRequest,
  orderRequests.listOrderRequests,
  orderRequests.getOrderRequest,
  orderRequests.acceptOrderRequest,
  orderRequests.rejectOrderRequest,
  orderRequests.cancelOrderRequest,
  orderRequests.retryOrderRequest,
  previewCloseOut,
  closeOuts.createCloseOut,
  closeOuts.listCloseOuts,
  closeOuts.getCloseOut,
  closeOuts.withdrawCloseOut,
  closeOuts.terminateCloseOut,
  closeOuts.retryCloseOut,
  closeOuts.receiveCloseOut,
  closeOuts.dischargeCloseOut,
  documents.listDocuments,
  documents.getDocument,
  documents.getDocumentPdf,
  documents.getDocumentPreferences,
  documents.setDocumentPreferences,
  events.listEvents,
  events.streamEvents,
  notifications.listNotifications,
  notifications.countUnreadNotifications,
  notifications.getNotification,
  notifications.markNotificationRead,
  notifications.markAllNotificationsRead,
  notifications.getNotificationPreferences,
  notifications.setNotificationPreferences,
  notifications.streamNotifications,
  chats.listChats,
  chats.getChat,
  chats.listChatEntries,
  chats.postChatMessage,
  chats.resolveChatAction,
  chats.markChatRead,
  chats.streamChatEvents,
  counterparties.muteCounterparty,
  counterparties.unmuteCounterparty,
  counterparties.listMutedCounterparties,
  limits.setCounterpartyLimits,
  limits.listCounterpartyLimits,
  automations.setAutomation,
  automations.listAutomations,
  reports.reportPositions,
  reports.reportExposureByCounterparty,
  reports.reportExposureByAsset,
  reports.reportCollateralMovements,
  reports.reportInterest,
  reports.reportTransfers,
  mail.createMailAddress,
  mail.listMailAddresses,
  mail.sendMailCode,
  mail.verifyMailAddress,
  mail.updateMailAddress,
  mail.testMailAddress,
  mail.deleteMailAddress,
  mail.listMailDeliveries,
  webhooks.createWebhookEndpoint,
  webhooks.listWebhookEndpoints,
  webhooks.getWebhookEndpoint,
  webhooks.updateWebhookEndpoint,
  webhooks.enableWebhookEndpoint,
  webhooks.disableWebhookEndpoint,
  webhooks.deleteWebhookEndpoint,
  webhooks.rotateWebhookSecret,
  webhooks.testWebhookEndpoint,
  webhooks.listWebhookDeliveries,
  webhooks.getWebhookDelivery,
  webhooks.resendWebhookDelivery,
  agreements.createAgreement,
  agreements.amendAgreement,
  agreements.acceptAgreement,
  agreements.proposeTerms,
  agreements.withdrawTerms,
  agreements.getAgreement,
  agreements.listAgreements,
  prices.pushPrices,
  prices.releasePrice,
  prices.dismissPrice,
  prices.listPrices,
  priceSources.createPriceSource,
  priceSources.listPriceSources,
  priceSources.revokePriceSource,
  organizations.createOrganization,
  organizations.listOrganizations,
  organizations.getOrganization,
  organizations.suspendOrganization,
  organizations.activateOrganization,
  accounts.createAccount,
  accounts.listAccounts,
  credentials.createCredential,
  credentials.listCredentials,
  credentials.getCurrentCredential,
  credentials.rotateCredential,
  credentials.revokeCredential,
  invitations.createInvitation,
  invitations.listInvitations,
  invitations.getInvitation,
  invitations.confirmInvitation,
  invitations.revokeInvitation,
  previewRequest,
  approvals.listApprovals,
  approvals.getApproval,
  approvals.approveApproval,
  approvals.rejectApproval,
  approvals.withdrawApproval,
  approvalPolicies.getApprovalPolicy,
  approvalPolicies.setApprovalPolicy,
  approvalPolicies.listApprovalPolicies,
  audit.listAuditEntries,
  custody.createCustodian,
  custody.listCustodians,
  custody.createAsset,
  custody.listAssets,
  calendars.setCalendar,
  calendars.listCalendars,
  custody.createWallet,
  custody.listWallets,
  custody.retireWallet,
  custody.listInstructions,
  custody.resumeInstruction,
  today.getToday,
  search,
  stateMachines.listStateMachines,
  sandbox.getSandbox,
  sandbox.advanceSandbox,
  sandbox.scriptSandboxPrices,
  sandbox.scriptSandboxCustodian,
  sandbox.decideSandboxTransfer,
]

/**
 * Answered to everybody, with or without a signature, because the caller has no credential yet.
 * They are not among {@link operations}.
 */
export const openOperations: readonly Operation[] = [
  getInstallation,
  invitations.openInvitation,
  invitations.acceptInvitation,
]
