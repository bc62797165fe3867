import {
  type Operation,
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
  reportTransfers,
} from '@vadium/schema'
import type {
  AssetExposureRow,
  CollateralMovementRow,
  CounterpartyExposureRow,
  InterestRow,
  PositionReportRow,
  TransferReportRow,
} from '../answers.ts'
import { requestExport } from '../core/export.ts'
import type { QueryInput, RequestOptions, Requests } from '../core/operation-call.ts'

type CsvQuery<O extends Operation> = QueryInput<O> & { format: 'csv' }
type JsonQuery<O extends Operation> = QueryInput<O> & { format?: 'json' | undefined }
type Text = AsyncGenerator<string, void, undefined>
type Rows<Row> = AsyncGenerator<Row, void, undefined>

/**
 * What stood in the book at a time, and what happened in a range: each report is one picture of it, however
 * many rows it has.
 *
 * Iterate over a report: with `format: 'csv'` it comes as chunks of its text, otherwise as its rows. All of it has come
 * when the iteration ends without an error, and nothing is sent before it begins. A decimal is a string.
 *
 * @throws VadiumServiceError `VALUE_INVALID` where a time cannot be reported on; and what every call may
 *   throw: see {@link VadiumError}.
 */
export class Reports {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  /** The positions as they stood at a time (`as_of`, now unless given), at its prices, newest first. */
  positions(query: CsvQuery<typeof reportPositions>, options?: RequestOptions): Text
  positions(
    query?: JsonQuery<typeof reportPositions>,
    options?: RequestOptions,
  ): Rows<PositionReportRow>
  positions(
    query: QueryInput<typeof reportPositions> = {},
    options: RequestOptions = {},
  ): Text | Rows<PositionReportRow> {
    return requestExport(this.#requests, reportPositions, { query }, options)
  }

  /** What was lent and borrowed, held and posted at a time, in USD, a row a counterparty. */
  exposureByCounterparty(
    query: CsvQuery<typeof reportExposureByCounterparty>,
    options?: RequestOptions,
  ): Text
  exposureByCounterparty(
    query?: JsonQuery<typeof reportExposureByCounterparty>,
    options?: RequestOptions,
  ): Rows<CounterpartyExposureRow>
  exposureByCounterparty(
    query: QueryInput<typeof reportExposureByCounterparty> = {},
    options: RequestOptions = {},
  ): Text | Rows<CounterpartyExposureRow> {
    return requestExport(this.#requests, reportExposureByCounterparty, { query }, options)
  }

  /** What was lent and borrowed, held and posted at a time, in units and in USD, a row an asset. */
  exposureByAsset(query: CsvQuery<typeof reportExposureByAsset>, options?: RequestOptions): Text
  exposureByAsset(
    query?: JsonQuery<typeof reportExposureByAsset>,
    options?: RequestOptions,
  ): Rows<AssetExposureRow>
  exposureByAsset(
    query: QueryInput<typeof reportExposureByAsset> = {},
    options: RequestOptions = {},
  ): Text | Rows<AssetExposureRow> {
    return requestExport(this.#requests, reportExposureByAsset, { query }, options)
  }

  /** The collateral that settled from `from` on and before `to`, or until `as_of`, order by order. */
  collateralMovements(
    query: CsvQuery<typeof reportCollateralMovements>,
    options?: RequestOptions,
  ): Text
  collateralMovements(
    query?: JsonQuery<typeof reportCollateralMovements>,
    options?: RequestOptions,
  ): Rows<CollateralMovementRow>
  collateralMovements(
    query: QueryInput<typeof reportCollateralMovements> = {},
    options: RequestOptions = {},
  ): Text | Rows<CollateralMovementRow> {
    return requestExport(this.#requests, reportCollateralMovements, { query }, options)
  }

  /** The interest that accrued, a row a position and period of one quantity and rate; adjacent ranges sum to the whole. */
  interest(query: CsvQuery<typeof reportInterest>, options?: RequestOptions): Text
  interest(query?: JsonQuery<typeof reportInterest>, options?: RequestOptions): Rows<InterestRow>
  interest(
    query: QueryInput<typeof reportInterest> = {},
    options: RequestOptions = {},
  ): Text | Rows<InterestRow> {
    return requestExport(this.#requests, reportInterest, { query }, options)
  }

  /** The transfers that were made, newest first, each as far as it was at the end of the time. */
  transfers(query: CsvQuery<typeof reportTransfers>, options?: RequestOptions): Text
  transfers(
    query?: JsonQuery<typeof reportTransfers>,
    options?: RequestOptions,
  ): Rows<TransferReportRow>
  transfers(
    query: QueryInput<typeof reportTransfers> = {},
    options: RequestOptions = {},
  ): Text | Rows<TransferReportRow> {
    return requestExport(this.#requests, reportTransfers, { query }, options)
  }
}
