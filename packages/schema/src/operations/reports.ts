import { type TSchema, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { formatParameter } from '../paging.ts'
import {
  AssetExposureRow,
  CollateralMovementRow,
  CounterpartyExposureRow,
  InterestRow,
  PositionReportRow,
  TransferReportRow,
} from '../resources/report.ts'
import { AssetSymbol } from '../resources/custody.ts'
import { PositionStatus } from '../resources/position.ts'
import { TransferCategory, TransferStatus } from '../resources/transfer.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import type { Role } from '../roles.ts'

const roles = ['viewer', 'execution', 'reporting', 'admin'] as const satisfies readonly Role[]

/** The longest period of a report. Reports of adjacent periods can be joined. */
export const reportDaysMax = 366

const asOf = {
  as_of: Type.Optional(
    described(Timestamp, 'The time of the report, including that whole millisecond. Default: now.'),
  ),
}

const period = {
  from: Type.Optional(described(Timestamp, 'The start of the period, inclusive. Requires `to`.')),
  to: Type.Optional(
    described(
      Timestamp,
      `The end of the period, exclusive: at most ${reportDaysMax} days after \`from\`.`,
    ),
  ),
  as_of: Type.Optional(
    described(Timestamp, 'In place of a period: everything up to this time. Default: now.'),
  ),
}

const counterparty = {
  counterparty_id: Type.Optional(described(Uuid, 'Only deals with this counterparty.')),
}
const asset = (description: string) => ({
  asset: Type.Optional(described(AssetSymbol, description)),
})

const rowsOf = <Name extends string, Row extends TSchema>(title: string, name: Name, row: Row) => {
  const rows = {
    [name]: Type.Array(row, { description: 'The rows of the report.' }),
  } as Record<Name, ReturnType<typeof Type.Array<Row>>>
  return Type.Object(rows, { title, additionalProperties: false })
}

/** The parts that all reports have in common. */
const report = {
  method: 'GET',
  group: 'reports',
  roles,
  safe: true,
  csv: true,
  reasons: ['VALUE_INVALID'],
} as const

export const reportPositions = operation({
  ...report,
  id: 'reportPositions',
  path: '/reports/positions',
  summary: 'Report positions',
  description:
    "Reports the positions of the caller's organization at a time and at the prices of that time, newest first.",
  command: ['reports', 'positions'],
  query: Type.Object(
    {
      ...asOf,
      status: Type.Optional(PositionStatus),
      ...counterparty,
      ...asset('Only positions that lend this asset.'),
      collateral_asset: Type.Optional(
        described(AssetSymbol, 'Only positions with this collateral asset.', 'USDC'),
      ),
      ...formatParameter,
    },
    { additionalProperties: false },
  ),
  response: rowsOf('PositionReport', 'positions', PositionReportRow),
})

export const reportExposureByCounterparty = operation({
  ...report,
  id: 'reportExposureByCounterparty',
  path: '/reports/exposure-by-counterparty',
  summary: 'Report exposure by counterparty',
  description:
    'Reports the values lent, borrowed, held and posted at a time, and what is claimed in close-outs. One row for each counterparty, sorted by name.',
  command: ['reports', 'exposure-by-counterparty'],
  query: Type.Object(
    {
      ...asOf,
      ...counterparty,
      ...asset(
        'Only quantities of this asset, and claims of close-outs that name it as the asset or as collateral.',
      ),
      ...formatParameter,
    },
    { additionalProperties: false },
  ),
  response: rowsOf('CounterpartyExposureReport', 'exposures', CounterpartyExposureRow),
})

export const reportExposureByAsset = operation({
  ...report,
  id: 'reportExposureByAsset',
  path: '/reports/exposure-by-asset',
  summary: 'Report exposure by asset',
  description:
    'Reports the quantities and values lent, borrowed, held and posted at a time. One row for each asset, sorted by symbol.',
  command: ['reports', 'exposure-by-asset'],
  query: Type.Object(
    { ...asOf, ...counterparty, ...asset('Only this asset.'), ...formatParameter },
    { additionalProperties: false },
  ),
  response: rowsOf('AssetExposureReport', 'exposures', AssetExposureRow),
})

export const reportCollateralMovements = operation({
  ...report,
  id: 'reportCollateralMovements',
  path: '/reports/collateral-movements',
  summary: 'Report collateral movements',
  description:
    'Reports the settled collateral movements from the journal, grouped by order, in their order, with the balance after each.',
  command: ['reports', 'collateral-movements'],
  query: Type.Object(
    { ...period, ...counterparty, ...asset('Only collateral in this asset.'), ...formatParameter },
    { additionalProperties: false },
  ),
  response: rowsOf('CollateralMovementReport', 'movements', CollateralMovementRow),
})

export const reportInterest = operation({
  ...report,
  id: 'reportInterest',
  path: '/reports/interest',
  summary: 'Report interest',
  description:
    'Reports the accrued interest. One row for each position and each period of whole days with one quantity and rate. The reports of adjacent periods sum to the report of the whole.',
  command: ['reports', 'interest'],
  query: Type.Object(
    { ...period, ...counterparty, ...asset('Only interest in this asset.'), ...formatParameter },
    { additionalProperties: false },
  ),
  response: rowsOf('InterestReport', 'interest', InterestRow),
})

export const reportTransfers = operation({
  ...report,
  id: 'reportTransfers',
  path: '/reports/transfers',
  summary: 'Report transfers',
  description:
    'Reports the transfers created in the period, newest first, with their status at its end.',
  command: ['reports', 'transfers'],
  query: Type.Object(
    {
      ...period,
      status: Type.Optional(TransferStatus),
      category: Type.Optional(TransferCategory),
      ...counterparty,
      ...asset('Only quantities of this asset.'),
      ...formatParameter,
    },
    { additionalProperties: false },
  ),
  response: rowsOf('TransferReport', 'transfers', TransferReportRow),
})
