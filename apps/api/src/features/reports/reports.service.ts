import {
  type OperationQuery,
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
  reportTransfers,
  type Operation,
} from '@vadium/schema'
import type { Clock } from '../../platform/clock.ts'
import type { StreamedText } from '../../platform/http/streamed-text.ts'
import { Refusal } from '../../platform/refusal.ts'
import { collateralMovementReport } from './collateral-movement-report.ts'
import { assetExposureReport, counterpartyExposureReport } from './exposure-report.ts'
import { interestReport } from './interest-report.ts'
import { positionReport } from './position-report.ts'
import type { ReadReport, ReportAnswers, ReportCall } from './report-answers.ts'
import type { ReportPrices } from './report-prices.ts'
import {
  type PeriodQuery,
  type ReportMoment,
  reportMoment,
  type ReportPeriod,
  reportPeriod,
} from './report-time.ts'
import { transferReport } from './transfer-report.ts'

type Call<O extends Operation> = ReportCall & { readonly query: OperationQuery<O> }

type Answer = Promise<StreamedText | Refusal>

/** The reports of an organization: its book at a moment, and its history in a range. */
export class ReportService {
  readonly #answers: ReportAnswers
  readonly #prices: ReportPrices
  readonly #clock: Clock

  constructor(answers: ReportAnswers, prices: ReportPrices, clock: Clock) {
    this.#answers = answers
    this.#prices = prices
    this.#clock = clock
  }

  async positions(call: Call<typeof reportPositions>): Answer {
    const { status, asset, collateral_asset: collateralAsset } = call.query
    const choice = { ...parties(call), status, asset, collateralAsset }
    return this.#atMoment(
      reportPositions,
      call,
      (moment) => (snapshot) => positionReport(snapshot, choice, moment, this.#prices),
    )
  }

  async exposureByCounterparty(call: Call<typeof reportExposureByCounterparty>): Answer {
    const choice = { ...parties(call), eitherAsset: call.query.asset }
    return this.#atMoment(
      reportExposureByCounterparty,
      call,
      (moment) => (snapshot) => counterpartyExposureReport(snapshot, choice, moment, this.#prices),
    )
  }

  async exposureByAsset(call: Call<typeof reportExposureByAsset>): Answer {
    const choice = { ...parties(call), eitherAsset: call.query.asset }
    return this.#atMoment(
      reportExposureByAsset,
      call,
      (moment) => (snapshot) => assetExposureReport(snapshot, choice, moment, this.#prices),
    )
  }

  async collateralMovements(call: Call<typeof reportCollateralMovements>): Answer {
    const choice = { ...parties(call), asset: call.query.asset }
    return this.#overPeriod(
      reportCollateralMovements,
      call,
      (period) => (snapshot) => collateralMovementReport(snapshot, choice, period),
    )
  }

  async interest(call: Call<typeof reportInterest>): Answer {
    const choice = { ...parties(call), asset: call.query.asset }
    return this.#overPeriod(
      reportInterest,
      call,
      (period) => (snapshot) => interestReport(snapshot, choice, period),
    )
  }

  async transfers(call: Call<typeof reportTransfers>): Answer {
    const { asset, status, category } = call.query
    const choice = { ...parties(call), asset, status, category }
    return this.#overPeriod(
      reportTransfers,
      call,
      (period) => (snapshot, format) => transferReport(snapshot, choice, period, format),
    )
  }

  async #atMoment<Row extends object>(
    operation: Operation,
    call: ReportCall & { readonly query: { readonly as_of?: string } },
    read: (moment: ReportMoment) => ReadReport<Row>,
  ): Answer {
    const moment = reportMoment(call.query.as_of, this.#clock.now())
    return moment instanceof Refusal ? moment : this.#answers.answer(operation, call, read(moment))
  }

  async #overPeriod<Row extends object>(
    operation: Operation,
    call: ReportCall & { readonly query: PeriodQuery },
    read: (period: ReportPeriod) => ReadReport<Row>,
  ): Answer {
    const period = reportPeriod(call.query, this.#clock.now())
    return period instanceof Refusal ? period : this.#answers.answer(operation, call, read(period))
  }
}

/** Ids may be given in upper or lower case. */
function parties(call: ReportCall & { readonly query: { readonly counterparty_id?: string } }) {
  return {
    organizationId: call.caller.organizationId,
    counterpartyId: call.query.counterparty_id?.toLowerCase(),
  }
}
