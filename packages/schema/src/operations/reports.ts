import { type TSchema, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier } from '../enumeration.ts'
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
import { PositionStatus } from '../resources/position.ts'
import { TransferCategory, TransferStatus } from '../resources/transfer.ts'
import { Timestamp, Uuid } from '../scalars.ts'
import type { Role } from '../roles.ts'

const roles = ['viewer', 'execution', 'reporting', 'admin'] as const satisfies readonly Role[]

/** The longest range of a report. Longer ones are made of several, which fit together. */
export const reportDaysMax = 366

const asOf = {
  as_of: Type.Optional(
    described(
      Timestamp,
      'As the book stood at this time, all of that millisecond included. Now unless given.',
    ),
  ),
}

const period = {
  from: Type.Optional(
    described(Timestamp, 'Only what happened from this time on; together with `to`.'),
  ),
  to: Type.Optional(
    described(
      Timestamp,
      `Only what happened before this time; at most ${reportDaysMax} days after \`from\`.`,
    ),
  ),
  as_of: Type.Optional(
    described(
      Timestamp,
      'In place of a range: all that had happened by this time. Now unless given.',
    ),
  ),
}

const counterparty = {
  counterparty_id: Type.Optional(described(Uuid, 'Only with this other side.')),
}
const asset = (description: string) => ({ asset: Type.Optional(identifier(description)) })

const rowsOf = <Name extends string, Row extends TSchema>(title: string, name: Name, row: Row) => {
  const rows = { [name]: Type.Array(row) } as Record<Name, ReturnType<typeof Type.Array<Row>>>
  return Type.Object(rows, { title, additionalProperties: false })
}

/** What all reports have in common. */
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
    'The positions of the organization as they stood at a time, at the prices of that time, newest first.',
  command: ['reports', 'positions'],
  query: Type.Object(
    {
      ...asOf,
      status: Type.Optional(PositionStatus),
      ...counterparty,
      ...asset('The asset that is lent.'),
      collateral_asset: Type.Optional(identifier('The asset that is pledged.')),
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
    'What was lent and borrowed, held and posted at a time, and what that was worth, a row a counterparty, by its name.',
  command: ['reports', 'exposure-by-counterparty'],
  query: Type.Object(
    { ...asOf, ...counterparty, ...asset('Only of this asset.'), ...formatParameter },
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
    'What was lent and borrowed, held and posted at a time, and what that was worth, a row an asset, by its symbol.',
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
    'The collateral that settled, as the journal has it, order by order and in its order, with the balance after each.',
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
    'The interest that accrued, a row a position and period of one quantity and rate, by the day. Reports of adjacent ranges sum to that of the whole.',
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
    'The transfers that were made, newest first, each as far as it was at the end of the time.',
  command: ['reports', 'transfers'],
  query: Type.Object(
    {
      ...period,
      status: Type.Optional(TransferStatus),
      category: Type.Optional(TransferCategory),
      ...counterparty,
      ...asset('Only of this asset.'),
      ...formatParameter,
    },
    { additionalProperties: false },
  ),
  response: rowsOf('TransferReport', 'transfers', TransferReportRow),
})
