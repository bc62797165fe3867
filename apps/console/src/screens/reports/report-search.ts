import { searchTexts } from '../../service/search-texts.ts'

/** The report of the address, with the parameters of its operation under their names. */
export const readReportSearch = (given: Record<string, unknown>) =>
  searchTexts(given, [
    'report',
    'as_of',
    'from',
    'to',
    'status',
    'category',
    'counterparty_id',
    'asset',
    'collateral_asset',
    'format',
  ])

export type ReportSearch = ReturnType<typeof readReportSearch>
