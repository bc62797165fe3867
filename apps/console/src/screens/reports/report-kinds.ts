import {
  type Operation,
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
  reportTransfers,
} from '@vadium/schema'
import type { ReportSearch } from './report-search.ts'

const first: Operation = reportPositions

/** The operations that make a report. */
export const reports: readonly Operation[] = [
  first,
  reportExposureByCounterparty,
  reportExposureByAsset,
  reportCollateralMovements,
  reportInterest,
  reportTransfers,
]

/** The name of a report in the address and in the name of its file. */
export const kindOf = ({ command: [, kind] }: Operation): string => kind

/** What a report is called in a list of reports. */
export function nameOf({ summary }: Operation): string {
  const name = summary.replace(/^Report /, '')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

export const reportOf = (kind: string | undefined): Operation =>
  reports.find((report) => kindOf(report) === kind) ?? first

/** Whether a report takes a parameter. */
export const takes = ({ query }: Operation, name: string): boolean =>
  Object.hasOwn(query?.properties ?? {}, name)

/** The parameters of the address that the report takes. */
export const queryOf = (
  report: Operation,
  search: ReportSearch,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value !== undefined && takes(report, name) ? [[name, value]] : [],
    ),
  )
