import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'

/** A time as SQL, in RFC 3339. */
export const time = (of: string) =>
  `to_char(${of} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Items as a JSON array, as SQL. `from` has what to select them from, and the conditions. */
export const list = (item: string, order: string, from: string) =>
  `(SELECT coalesce(json_agg(${item} ORDER BY ${order}), '[]') FROM ${from})`

/** Whether a transfer `t` is on the chain and has not arrived. */
export const isOnChain = `t.status ${oneOf(statusSets.transfer.underWay)}
  AND t.provider_state IN ('broadcasting', 'confirming')`

/** What became of a transfer `t`. */
export const instructedState = `CASE
  WHEN t.status = 'COMPLETED' THEN 'arrived'
  WHEN t.status ${oneOf(statusSets.transfer.failed)} THEN 'failed'
  WHEN ${isOnChain} THEN 'on_chain'
  ELSE 'instructed' END`

/**
 * Of each leg of an order `o` the last attempt, with the times of the first, also where the quantity
 * has changed. What is instructed after another transfer has arrived is no attempt of that one: it
 * has a time of its own. Of some of its transfers `t` with their instruction `i`.
 */
export const instructedByLeg = (condition: string) =>
  list(
    `json_build_object('leg', t.leg, 'quantity', trim_scale(t.quantity)::text,
      'token', CASE WHEN t.leg = 'collateral' AND t.token <> o.collateral_asset THEN t.token END,
      'instructTime', ${time('t.first_time')}, 'lateTime', ${time('t.first_late')}, 'state', t.state)`,
    't.leg',
    `(SELECT DISTINCT ON (t.leg) t.leg, t.token, t.quantity,
        first_value(t.create_time) OVER attempts AS first_time,
        first_value(t.late_at) OVER attempts AS first_late, ${instructedState} AS state
      FROM (SELECT t.leg, t.token, t.quantity, t.create_time, t.late_at, t.status, t.provider_state, i.sequence,
          count(*) FILTER (WHERE t.status = 'COMPLETED') OVER (PARTITION BY t.leg ORDER BY i.sequence
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS arrived
        FROM transfers t JOIN instructions i ON i.transfer_id = t.id
        WHERE t.order_id = o.id AND t.leg <> 'interest' AND ${condition}) t
      WINDOW attempts AS (PARTITION BY t.leg, t.arrived ORDER BY t.sequence)
      ORDER BY t.leg, t.sequence DESC) t`,
  )
