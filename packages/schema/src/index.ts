export { enumeration, identifier } from './enumeration.ts'
export {
  errorAnswer,
  ErrorBody,
  type ErrorCode,
  ErrorDetail,
  errorReason,
  errorReasons,
  type ErrorReason,
  type ErrorStatus,
  errorStatuses,
  type RetryAdvice,
} from './errors.ts'
export { headerNames } from './headers.ts'
export { openApiDocument } from './openapi.ts'
export {
  operation,
  type Operation,
  type OperationBody,
  type OperationParams,
  type OperationQuery,
  operationReasons,
  type OperationResponse,
} from './operation.ts'
export { listTransfers, TransferFilter } from './operations/list-transfers.ts'
export { previewMarkToMarketRequest } from './operations/preview-mark-to-market-request.ts'
export { operations } from './operations/registry.ts'
export { pageSizeDefault, pageSizeMax } from './paging.ts'
export { Calculation } from './resources/calculation.ts'
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
export { markToMarketCreators, type Role, roleDescriptions, RoleName, roles } from './roles.ts'
export {
  DecimalString,
  ExactNumber,
  exactNumberMembers,
  OrganizationName,
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
} from './signing.ts'
