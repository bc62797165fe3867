// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
import type { Export } from '../core/call.ts'
import { requestExport } from '../core/export.ts'
import { Read } from '../core/descriptor.ts'
import type { OperationOf } from '../core/operation.ts'
import type { RequestOptions, Requests } from '../core/operation-call.ts'
import type {
  AssetExposureReport,
  AssetExposureRow,
  CollateralMovementReport,
  CollateralMovementRow,
  CounterpartyExposureReport,
  CounterpartyExposureRow,
  InterestReport,
  InterestRow,
  PositionReport,
  PositionReportRow,
  ReportCollateralMovementsQuery,
  ReportExposureByAssetQuery,
  ReportExposureByCounterpartyQuery,
  ReportInterestQuery,
  ReportPositionsQuery,
  ReportTransfersQuery,
  TransferReport,
  TransferReportRow,
} from '../types/reports.ts'

/**
 * The book as it stood at a time, and what happened in a range of time. A report is one consistent
 * picture, however many rows it has.
 */
export class Reports {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /**
   * Report positions. Reports the positions of the caller's organization at a time and at the
   * prices of that time, newest first.
   *
   * Iterate over it: with `format: 'csv'` it comes as chunks of its text, otherwise as its items.
   * All of it has come when the iteration ends without an error. Nothing is sent before the
   * iteration begins.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param query
   *   - `as_of` (optional): The time of the report, including that whole millisecond. Default: now.
   *     RFC 3339 in UTC, with milliseconds.
   *   - `status` (optional): Lifecycle status.
   *   - `counterparty_id` (optional): Only deals with this counterparty. A UUID.
   *   - `asset` (optional): Only positions that lend this asset.
   *   - `collateral_asset` (optional): Only positions with this collateral asset.
   *   - `format` (optional): The format of the answer. Default: json.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const positionReportRow of client.reports.positions()) console.log(positionReportRow.position_id)
   * ```
   */
  positions(
    query: ReportPositionsQuery & { format: 'csv' },
    options?: RequestOptions,
  ): Export<string>
  positions(
    query?: ReportPositionsQuery & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): Export<PositionReportRow>
  positions(
    query: ReportPositionsQuery = {},
    options: RequestOptions = {},
  ): Export<string> | Export<PositionReportRow> {
    return requestExport(this.#requests, reportPositions, { query }, options)
  }

  /**
   * Report exposure by counterparty. Reports the values lent, borrowed, held and posted at a time,
   * and what is claimed in close-outs. One row for each counterparty, sorted by name.
   *
   * Iterate over it: with `format: 'csv'` it comes as chunks of its text, otherwise as its items.
   * All of it has come when the iteration ends without an error. Nothing is sent before the
   * iteration begins.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param query
   *   - `as_of` (optional): The time of the report, including that whole millisecond. Default: now.
   *     RFC 3339 in UTC, with milliseconds.
   *   - `counterparty_id` (optional): Only deals with this counterparty. A UUID.
   *   - `asset` (optional): Only quantities of this asset, and claims of close-outs that name it as
   *     the asset or as collateral.
   *   - `format` (optional): The format of the answer. Default: json.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const counterpartyExposureRow of client.reports.exposureByCounterparty()) console.log(counterpartyExposureRow.counterparty_id)
   * ```
   */
  exposureByCounterparty(
    query: ReportExposureByCounterpartyQuery & { format: 'csv' },
    options?: RequestOptions,
  ): Export<string>
  exposureByCounterparty(
    query?: ReportExposureByCounterpartyQuery & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): Export<CounterpartyExposureRow>
  exposureByCounterparty(
    query: ReportExposureByCounterpartyQuery = {},
    options: RequestOptions = {},
  ): Export<string> | Export<CounterpartyExposureRow> {
    return requestExport(this.#requests, reportExposureByCounterparty, { query }, options)
  }

  /**
   * Report exposure by asset. Reports the quantities and values lent, borrowed, held and posted at
   * a time. One row for each asset, sorted by symbol.
   *
   * Iterate over it: with `format: 'csv'` it comes as chunks of its text, otherwise as its items.
   * All of it has come when the iteration ends without an error. Nothing is sent before the
   * iteration begins.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param query
   *   - `as_of` (optional): The time of the report, including that whole millisecond. Default: now.
   *     RFC 3339 in UTC, with milliseconds.
   *   - `counterparty_id` (optional): Only deals with this counterparty. A UUID.
   *   - `asset` (optional): Only this asset.
   *   - `format` (optional): The format of the answer. Default: json.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const assetExposureRow of client.reports.exposureByAsset()) console.log(assetExposureRow.asset)
   * ```
   */
  exposureByAsset(
    query: ReportExposureByAssetQuery & { format: 'csv' },
    options?: RequestOptions,
  ): Export<string>
  exposureByAsset(
    query?: ReportExposureByAssetQuery & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): Export<AssetExposureRow>
  exposureByAsset(
    query: ReportExposureByAssetQuery = {},
    options: RequestOptions = {},
  ): Export<string> | Export<AssetExposureRow> {
    return requestExport(this.#requests, reportExposureByAsset, { query }, options)
  }

  /**
   * Report collateral movements. Reports the settled collateral movements from the journal, grouped
   * by order, in their order, with the balance after each.
   *
   * Iterate over it: with `format: 'csv'` it comes as chunks of its text, otherwise as its items.
   * All of it has come when the iteration ends without an error. Nothing is sent before the
   * iteration begins.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param query
   *   - `from` (optional): The start of the period, inclusive. Requires `to`. RFC 3339 in UTC, with
   *     milliseconds.
   *   - `to` (optional): The end of the period, exclusive: at most 366 days after `from`. RFC 3339
   *     in UTC, with milliseconds.
   *   - `as_of` (optional): In place of a period: everything up to this time. Default: now. RFC
   *     3339 in UTC, with milliseconds.
   *   - `counterparty_id` (optional): Only deals with this counterparty. A UUID.
   *   - `asset` (optional): Only collateral in this asset.
   *   - `format` (optional): The format of the answer. Default: json.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const collateralMovementRow of client.reports.collateralMovements()) console.log(collateralMovementRow.time)
   * ```
   */
  collateralMovements(
    query: ReportCollateralMovementsQuery & { format: 'csv' },
    options?: RequestOptions,
  ): Export<string>
  collateralMovements(
    query?: ReportCollateralMovementsQuery & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): Export<CollateralMovementRow>
  collateralMovements(
    query: ReportCollateralMovementsQuery = {},
    options: RequestOptions = {},
  ): Export<string> | Export<CollateralMovementRow> {
    return requestExport(this.#requests, reportCollateralMovements, { query }, options)
  }

  /**
   * Report interest. Reports the accrued interest. One row for each position and each period of
   * whole days with one quantity and rate. The reports of adjacent periods sum to the report of the
   * whole.
   *
   * Iterate over it: with `format: 'csv'` it comes as chunks of its text, otherwise as its items.
   * All of it has come when the iteration ends without an error. Nothing is sent before the
   * iteration begins.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param query
   *   - `from` (optional): The start of the period, inclusive. Requires `to`. RFC 3339 in UTC, with
   *     milliseconds.
   *   - `to` (optional): The end of the period, exclusive: at most 366 days after `from`. RFC 3339
   *     in UTC, with milliseconds.
   *   - `as_of` (optional): In place of a period: everything up to this time. Default: now. RFC
   *     3339 in UTC, with milliseconds.
   *   - `counterparty_id` (optional): Only deals with this counterparty. A UUID.
   *   - `asset` (optional): Only interest in this asset.
   *   - `format` (optional): The format of the answer. Default: json.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const interestRow of client.reports.interest()) console.log(interestRow.position_id)
   * ```
   */
  interest(query: ReportInterestQuery & { format: 'csv' }, options?: RequestOptions): Export<string>
  interest(
    query?: ReportInterestQuery & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): Export<InterestRow>
  interest(
    query: ReportInterestQuery = {},
    options: RequestOptions = {},
  ): Export<string> | Export<InterestRow> {
    return requestExport(this.#requests, reportInterest, { query }, options)
  }

  /**
   * Report transfers. Reports the transfers created in the period, newest first, with their status
   * at its end.
   *
   * Iterate over it: with `format: 'csv'` it comes as chunks of its text, otherwise as its items.
   * All of it has come when the iteration ends without an error. Nothing is sent before the
   * iteration begins.
   *
   * Roles: `viewer`, `execution`, `reporting`, `admin`.
   *
   * @param query
   *   - `from` (optional): The start of the period, inclusive. Requires `to`. RFC 3339 in UTC, with
   *     milliseconds.
   *   - `to` (optional): The end of the period, exclusive: at most 366 days after `from`. RFC 3339
   *     in UTC, with milliseconds.
   *   - `as_of` (optional): In place of a period: everything up to this time. Default: now. RFC
   *     3339 in UTC, with milliseconds.
   *   - `status` (optional): Lifecycle status.
   *   - `category` (optional): The purpose of the transfer.
   *   - `counterparty_id` (optional): Only deals with this counterparty. A UUID.
   *   - `asset` (optional): Only quantities of this asset.
   *   - `format` (optional): The format of the answer. Default: json.
   * @param options What ends the call, and how long an attempt may take, in milliseconds.
   * @throws {@link VadiumServiceError} with the reason
   *   - `VALUE_INVALID`: A value has the right format, but is not allowed.
   * @throws Whatever every call may throw, see {@link VadiumError}.
   * @example
   * ```ts
   * for await (const transferReportRow of client.reports.transfers()) console.log(transferReportRow.id)
   * ```
   */
  transfers(
    query: ReportTransfersQuery & { format: 'csv' },
    options?: RequestOptions,
  ): Export<string>
  transfers(
    query?: ReportTransfersQuery & { format?: 'json' | undefined },
    options?: RequestOptions,
  ): Export<TransferReportRow>
  transfers(
    query: ReportTransfersQuery = {},
    options: RequestOptions = {},
  ): Export<string> | Export<TransferReportRow> {
    return requestExport(this.#requests, reportTransfers, { query }, options)
  }
}

const counterpartyExposureReportMembers = 'exposures[]'

export const reportPositions: OperationOf<{ query: ReportPositionsQuery; answer: PositionReport }> =
  new Read('reportPositions', '/reports/positions', 'positions[]')

export const reportExposureByCounterparty: OperationOf<{
  query: ReportExposureByCounterpartyQuery
  answer: CounterpartyExposureReport
}> = new Read(
  'reportExposureByCounterparty',
  '/reports/exposure-by-counterparty',
  counterpartyExposureReportMembers,
)

export const reportExposureByAsset: OperationOf<{
  query: ReportExposureByAssetQuery
  answer: AssetExposureReport
}> = new Read(
  'reportExposureByAsset',
  '/reports/exposure-by-asset',
  counterpartyExposureReportMembers,
)

export const reportCollateralMovements: OperationOf<{
  query: ReportCollateralMovementsQuery
  answer: CollateralMovementReport
}> = new Read('reportCollateralMovements', '/reports/collateral-movements', 'movements[]')

export const reportInterest: OperationOf<{ query: ReportInterestQuery; answer: InterestReport }> =
  new Read('reportInterest', '/reports/interest', 'interest[]')

export const reportTransfers: OperationOf<{ query: ReportTransfersQuery; answer: TransferReport }> =
  new Read('reportTransfers', '/reports/transfers', 'transfers[]')
