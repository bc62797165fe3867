import { movingOrderRequestKinds, statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'
import type { CloseBlockers } from './close-blockers.ts'
import { ownRetiredWallet } from './own-retired-wallets.ts'

const whileActive = (ids: string) => `CASE o.status WHEN 'ACTIVE' THEN ARRAY(${ids}) ELSE '{}' END`

const unfinishedRequests = whileActive(`
  SELECT r.id::text FROM mark_to_market_requests r
  WHERE r.position_id = p.id AND r.status ${oneOf(statusSets.mark_to_market_request.unfinished)}
  ORDER BY r.created_at, r.id`)

const transfersUnderWay = whileActive(`
  SELECT t.id::text FROM transfers t
  WHERE t.order_id = o.id AND t.leg <> 'interest' AND t.category <> 'voluntary' AND t.status ${oneOf(statusSets.transfer.underWay)}
  ORDER BY t.create_time, t.id`)

const changingRequests = whileActive(`
  SELECT r.id::text FROM order_requests r
  WHERE r.position_id = p.id AND r.kind ${oneOf(movingOrderRequestKinds)}
    AND r.status ${oneOf(statusSets.order_request.agreed)}
  ORDER BY r.created_at, r.id`)

const askedRequests = `CASE o.status WHEN 'ACTIVE' THEN (
  SELECT coalesce(json_agg(json_build_object('id', r.id, 'creatorId', r.creator_id)
    ORDER BY r.created_at, r.id), '[]')
  FROM order_requests r WHERE r.position_id = p.id AND r.status = 'PENDING') ELSE '[]' END`

/** For the cure time after a cancelled close, as long as the margin call level is reached. */
const marginFirstUntil = `CASE WHEN o.status = 'ACTIVE' AND p.closes_after > 0 THEN (
  SELECT to_char((max(s.changed_at) + make_interval(secs => terms.cure_time_seconds)) AT TIME ZONE 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  FROM state_changes s, margin_terms terms, position_levels l
  WHERE s.machine = 'order' AND s.resource_id = o.id AND s.action = 'resume'
    AND terms.id = o.terms_id AND l.position_id = p.id AND l.margin_call_reached
  GROUP BY terms.id) END`

const ownRetiredWallets = `json_build_object('asset', ${ownRetiredWallet('asset')},
  'collateral', ${ownRetiredWallet('collateral')})`

/** Each member of {@link CloseBlockers}, of an order `o` with its position `p`. */
const members: Readonly<Record<keyof CloseBlockers, string>> = {
  unfinishedMarkToMarketRequests: unfinishedRequests,
  transfersUnderWay,
  changingOrderRequests: changingRequests,
  askedOrderRequests: askedRequests,
  marginFirstUntil,
  ownRetiredWallets,
}

/** {@link CloseBlockers} as columns. */
export const closeBlockersColumns = Object.entries(members)
  .map(([name, value]) => `${value} AS "${name}"`)
  .join(',\n    ')

/** {@link CloseBlockers} as JSON. */
export const closeBlockersJson = `json_build_object(
  ${Object.entries(members)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(',\n  ')})`
