import type { Operation } from '../operation.ts'
import { listTransfers } from './list-transfers.ts'
import { previewMarkToMarketRequest } from './preview-mark-to-market-request.ts'

/** Every operation of the service, in the order in which documents list them. */
export const operations: readonly Operation[] = [previewMarkToMarketRequest, listTransfers]
