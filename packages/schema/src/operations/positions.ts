import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { identifier } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { formatParameter, pageOf, pageParameters } from '../paging.ts'
import { Position } from '../resources/position.ts'
import { Uuid } from '../scalars.ts'

const filters = {
  status: Type.Optional(identifier('The status of the position.')),
  asset: Type.Optional(identifier('The asset that is lent.')),
  collateral_asset: Type.Optional(identifier('The asset that is pledged.')),
  counterparty_id: Type.Optional(described(Uuid, 'The other side.')),
  ready_for_m2m: Type.Optional(
    Type.Boolean({ description: 'Whether one could be submitted at the last change of a price.' }),
  ),
  margin_call_reached: Type.Optional(
    Type.Boolean({
      description: 'Whether it was at the last change of a price; where that is unknown, neither.',
    }),
  ),
  liquidation_reached: Type.Optional(
    Type.Boolean({
      description: 'Whether it was at the last change of a price; where that is unknown, neither.',
    }),
  ),
}

export const listPositions = operation({
  id: 'listPositions',
  method: 'GET',
  path: '/positions',
  summary: 'List positions',
  description:
    'The positions of which the organization of the caller is lender or borrower, at the prices of now, newest first.',
  command: ['positions', 'list'],
  group: 'positions',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object({ ...filters, ...pageParameters }, { additionalProperties: false }),
  response: pageOf('PositionList', 'positions', Position),
  reasons: ['PAGE_TOKEN_INVALID', 'STATUS_UNKNOWN'],
})

export const exportPositions = operation({
  id: 'exportPositions',
  method: 'GET',
  path: '/positions:export',
  summary: 'Export positions',
  description: 'All of the list at once, newest first, as JSON or CSV, written as it is read.',
  command: ['positions', 'export'],
  group: 'positions',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object({ ...filters, ...formatParameter }, { additionalProperties: false }),
  response: Type.Object(
    { positions: Type.Array(Position) },
    { title: 'PositionExport', additionalProperties: false },
  ),
  csv: true,
  reasons: ['STATUS_UNKNOWN'],
})

export const getPosition = operation({
  id: 'getPosition',
  method: 'GET',
  path: '/positions/{position_id}',
  summary: 'Get a position',
  description: 'One position at the prices of now, and what the caller may do with it.',
  command: ['positions', 'get'],
  group: 'positions',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  params: Type.Object({ position_id: Uuid }, { additionalProperties: false }),
  response: Position,
  reasons: ['POSITION_NOT_FOUND'],
})
