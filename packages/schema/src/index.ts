export {
  acceptedInChat,
  alwaysApproved,
  type ApprovableOperation,
  approvableOperationNames,
  approvableOperations,
  isTriedAgain,
  mayNeedApproval,
  rulesFor,
  type WorthyResource,
} from './resources/approvable.ts'
export { canonicalJson } from './canonical-json.ts'
export {
  commandLine,
  type CommandMember,
  commandMembers,
  isPlain,
  isStructured,
  mayBeInFile,
  plainOrNull,
  type RequestPart,
} from './command-members.ts'
export { type Consequence, consequenceOf, consequences } from './consequences.ts'
export { type Deprecation, deprecationHeaders, noticeDaysMin } from './deprecation.ts'
export { enumeration, identifier, label } from './enumeration.ts'
export { ErrorBody, ErrorDetail } from './errors/body.ts'
export type { ErrorCode, ErrorStatus, RetryAdvice } from './errors/codes.ts'
export {
  errorAnswer,
  type ErrorReason,
  errorReason,
  errorReasons,
  errorStatuses,
} from './errors/reasons.ts'
export { type GroupDescription, groupDescriptions } from './groups.ts'
export { headerNames } from './headers.ts'
export { nearestName } from './nearest-name.ts'
export { openApiDocument } from './openapi.ts'
export type { OperationExample, OperationExamples, RequestSamples } from './openapi-examples.ts'
export {
  operation,
  type Operation,
  type OperationBody,
  type OperationParams,
  type OperationQuery,
  operationReasons,
  type OperationResponse,
} from './operation.ts'
export * from './operations/accounts.ts'
export * from './operations/agreements.ts'
export * from './operations/approval-policies.ts'
export * from './operations/approvals.ts'
export * from './operations/audit.ts'
export * from './operations/automations.ts'
export * from './operations/calendars.ts'
export * from './operations/cancel-transfer.ts'
export * from './operations/chats.ts'
export * from './operations/call-sets.ts'
export * from './operations/close-outs.ts'
export * from './operations/counterparties.ts'
export * from './operations/credentials.ts'
export * from './operations/custody.ts'
export * from './operations/documents.ts'
export * from './operations/events.ts'
export * from './operations/get-transfer.ts'
export * from './operations/installation.ts'
export * from './operations/invitations.ts'
export * from './operations/limits.ts'
export * from './operations/list-transfers.ts'
export * from './operations/mail.ts'
export * from './operations/mark-to-market-requests.ts'
export * from './operations/notifications.ts'
export * from './operations/order-requests.ts'
export * from './operations/orders.ts'
export * from './operations/organizations.ts'
export * from './operations/positions.ts'
export * from './operations/preview-close-out.ts'
export * from './operations/preview-mark-to-market-request.ts'
export * from './operations/preview-request.ts'
export * from './operations/price-sources.ts'
export * from './operations/prices.ts'
export * from './operations/reports.ts'
export * from './operations/sandbox.ts'
export * from './operations/search.ts'
export * from './operations/state-machines.ts'
export * from './operations/today.ts'
export * from './operations/webhooks.ts'
export { openOperations, operations } from './operations/registry.ts'
export { foldedName } from './folded-name.ts'
export { dependsOnPricesAlone, type MarkBlocker } from './mark-blockers.ts'
export { formatParameter, pageOf, pageParameters, pageSizeDefault, pageSizeMax } from './paging.ts'
export { Calculation } from './resources/calculation.ts'
export { CloseOutSide, CloseOutStatement } from './resources/close-out-statement.ts'
export {
  Account,
  AccountKind,
  AuditEntry,
  Credential,
  CurrentCredential,
  IssuedCredential,
  liveCredentialsMax,
  Organization,
  OrganizationStatus,
  possessionProofPattern,
} from './resources/organization.ts'
export {
  ConfirmedInvitation,
  confirmationTimeMs,
  endedLinkTimeMs,
  CreatedInvitation,
  Invitation,
  invitationLifetimeMs,
  invitedRoles,
  OpenedInvitation,
  openInvitationsMax,
} from './resources/invitation.ts'
export {
  Agreement,
  AgreementVersion,
  agreementProposalsMax,
  agreementVersionsMax,
  agreementVersionsOfOperator,
  EligibleCollateral,
  MarginTerms,
  ProposedMarginTerms,
  replacedVersion,
  termDefaults,
  withDefaults,
} from './resources/agreement.ts'
export {
  allTerms,
  eligibleTermWords,
  type Term,
  type TermValue,
  termChoices,
  termLabel,
  termText,
  termWords,
  writtenTerm,
} from './resources/term-words.ts'
export { AnswerDay } from './resources/answer-day.ts'
export { answerSentence } from './resources/answer-sentence.ts'
export {
  Calendar,
  calendarEndingDays,
  CalendarId,
  calendarNoticeDays,
  calendarsMax,
  calendarsPageMax,
  calendarVersionsMax,
  Day,
  LocalTime,
  type PinnedCalendar,
} from './resources/calendar.ts'
export { AvailableAction } from './resources/available-action.ts'
export {
  type AnsweredResource,
  answeredResources,
  Chat,
  ChatAction,
  type ChatDecision,
  chatDecisions,
  ChatEntry,
  ChatText,
} from './resources/chat.ts'
export {
  Asset,
  custodyAdapters,
  CustodyAdapterName,
  Custodian,
  Instruction,
  Wallet,
} from './resources/custody.ts'
export {
  CreatedDocument,
  Document,
  DocumentKind,
  documentKinds,
  DocumentPreferences,
  documentTitles,
  DocumentWithContent,
} from './resources/document.ts'
export {
  Dispute,
  DisputeReason,
  disputeReasons,
  MarkToMarketRequest,
  MarkToMarketRequestStatus,
} from './resources/mark-to-market-request.ts'
export {
  type AdministeredResource,
  administeredResources,
  administrativeActions,
  AdministrativeChange,
} from './resources/administrative-change.ts'
export {
  Approval,
  ApprovalChange,
  ApprovalRequired,
  ApprovalState,
  approvedRequestsMax,
  pendingApprovalsMax,
} from './resources/approval.ts'
export {
  ResolvedApproval,
  type ResolvedParty,
  ResolvedRequest,
} from './resources/resolved-request.ts'
export {
  alwaysWithTheAdmin,
  ApprovalPolicy,
  ApprovalRule,
  approvalSecondsMax,
  approvalsMax,
  fixedRules,
  twoPersonPolicies,
} from './resources/approval-policy.ts'
export {
  type ChangedResource,
  changedResources,
  Event,
  EventPosition,
  type EventType,
  eventTypeNames,
  eventTypes,
  StateChange,
  TransferProgress,
} from './resources/event.ts'
export {
  linkedResources,
  Notification,
  notificationCategories,
  type NotificationCategory,
  notificationCategoryNames,
  NotificationLink,
  NotificationPreferences,
  notificationSeverities,
  type NotificationSeverity,
  unmutableCategories,
} from './resources/notification.ts'
export { Moved } from './resources/moved.ts'
export type { CauseFact } from './resources/cause-fact.ts'
export {
  CallSet,
  callSetCalculationIdMax,
  callSetDealsMax,
  type CallSetLeftOutReason,
  CallSetPreview,
  callSetReasons,
  CallSetRow,
  callSetRowsMax,
} from './resources/call-set.ts'
export { CloseOut, CloseOutStatus } from './resources/close-out.ts'
export {
  closeOutCauses,
  type CloseOutCause,
  CloseOutCauseName,
} from './resources/close-out-cause.ts'
export { Order, OrderStatus } from './resources/order.ts'
export { OrderTerms } from './resources/order-terms.ts'
export {
  type KeepReason,
  movingOrderRequestKinds,
  OrderRequest,
  type OrderRequestChange,
  orderRequestChanges,
  type OrderRequestKind,
  OrderRequestKindName,
  type OrderRequestKindOf,
  orderRequestKinds,
  orderRequestKindsOf,
  OrderRequestStatus,
  type SubstitutionDecision,
} from './resources/order-request.ts'
export {
  coverageHistoryDaysMax,
  CoveragePoint,
  coveragePointsMax,
  coverageStepHours,
} from './resources/coverage-point.ts'
export { Position, PositionStatus, PositionTerms } from './resources/position.ts'
export { PositionPrices, PositionValuation } from './resources/position-history.ts'
export { AutomaticCalls, automaticCalls, Automation } from './resources/automation.ts'
export {
  type AssetLimit,
  CounterpartyLimits,
  LimitBreach,
  limitBreaches,
  limitedAssetsMax,
  LimitUse,
} from './resources/counterparty-limits.ts'
export { CounterpartyMute } from './resources/counterparty-mute.ts'
export {
  Price,
  priceHistoryHoursMax,
  PriceHistoryPoint,
  priceHistorySteps,
} from './resources/price.ts'
export { livePriceSourcesMax, RegisteredPriceSource } from './resources/price-source.ts'
export {
  AssetExposureRow,
  CollateralMovementRow,
  CounterpartyExposureRow,
  DealSide,
  InterestRow,
  PositionReportRow,
  TransferDirection,
  TransferReportRow,
} from './resources/report.ts'
export {
  addedAddressesMax,
  MailAddress,
  mailAddressesMax,
  type MailAddressState,
  mailCodeBounds,
  mailCodesMax,
  type MailContent,
  mailContents,
  MailDelivery,
  mailDeliveryStateNames,
  type MailDeliveryState,
  type MailError,
  mailErrors,
  type MailKind,
  mailRequestsMax,
  type MailSuspension,
  mailSuspensions,
  unverifiedAddressesMax,
  VerifiedMailAddress,
} from './resources/mail.ts'
export { Sandbox, simulatedOutcomes, simulatedStages } from './resources/sandbox.ts'
export {
  IssuedWebhookEndpoint,
  roomEventType,
  WebhookDelivery,
  type WebhookDeliveryState,
  type WebhookDisabledReason,
  webhookDeliveryStates,
  webhookDisabledReasons,
  WebhookEndpoint,
  webhookEndpointsMax,
  type WebhookError,
  webhookErrors,
  type WebhookFormat,
  webhookFormats,
  webhookTestType,
} from './resources/webhook.ts'
export { webhookBodies } from './resources/webhook-body.ts'
export { StateMachineDocument } from './resources/state-machine.ts'
export type {
  ApprovalToGive,
  FailedTransfer,
  LateTransfer,
  ExceededLimits,
  OpenDefault,
  PositionToMark,
  RequestToAnswer,
  StuckTransfer,
  TermsToAccept,
} from './resources/today.ts'
export { agreementVersionStates } from './state-machines/agreement-version.ts'
export { mailAddressStates } from './state-machines/mail-address.ts'
export { mailDeliveryStates } from './state-machines/mail-delivery.ts'
export { markToMarketRequestStates } from './state-machines/mark-to-market-request.ts'
export { approvalStates } from './state-machines/approval.ts'
export { closeOutStates } from './state-machines/close-out.ts'
export { orderRequestStates } from './state-machines/order-request.ts'
export { orderStates } from './state-machines/order.ts'
export { positionStates } from './state-machines/position.ts'
export { providerLifecycleStates } from './state-machines/provider-lifecycle.ts'
export { stateMachines } from './state-machines/registry.ts'
export {
  type Actor,
  awaitsAnswer,
  isFinal,
  leadsTo,
  type StateMachine,
  statesOf,
  type Transition,
  transitionFor,
} from './state-machines/state-machine.ts'
export { statusSets } from './state-machines/status-sets.ts'
export { transferStates } from './state-machines/transfer.ts'

export {
  CollateralType,
  collateralTypes,
  MarkToMarketDirection,
  MarkToMarketParty,
  MarkToMarketPreview,
} from './resources/mark-to-market-preview.ts'
export {
  ProviderLifecycle,
  ProviderState,
  providerStates,
  Transfer,
  transferCategories,
  TransferCategory,
  TransferParty,
  TransferStatus,
  transferStatuses,
} from './resources/transfer.ts'
export { curlLine, shellWord } from './shell-lines.ts'
export { markToMarketCreators, type Role, roleDescriptions, RoleName, roles } from './roles.ts'
export {
  DecimalString,
  ExactNumber,
  exactNumberMembers,
  OrganizationName,
  QuantityString,
  Timestamp,
  Uuid,
} from './scalars.ts'
export {
  carriesBody,
  type HttpMethod,
  publicKeyPattern,
  signaturePattern,
  signatureWindowMs,
  type SignedRequest,
  signingInput,
  timestampPattern,
  type Enrolment,
  possessionInput,
  possessionProofLifetimeMs,
  possessionText,
} from './signing.ts'
export { usualSeconds } from './state-machines/usual-times.ts'
export { markUnseen } from './unseen-text.ts'
