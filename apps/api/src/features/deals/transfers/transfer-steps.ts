import { providerStates, statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'

/** How many of the latest transfers between the same sides are looked at. */
const lookedAtMax = 50
/** What fewer transfers took is not usual. */
const knownMin = 3

/** A provider's reports only lead ahead, so two states of one time have this order as well. */
const place = (state: string) =>
  `array_position(ARRAY[${providerStates.map((known) => `'${known}'`).join(', ')}], ${state})`

/** The states that transfer `t` has reached, as JSON. Its creation is the first one. */
export const stepsOfTransfer = `
  SELECT json_agg(json_build_object('state', state,
    'time', to_char(reached_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'provider_request_state', provider_request_state) ORDER BY ${place('state')})::text
  FROM (
    SELECT 'pending_submission' AS state, t.create_time AS reached_at,
      NULL::text AS provider_request_state
    UNION ALL
    SELECT s.state, s.reached_at, s.provider_request_state FROM transfer_steps s
    WHERE s.transfer_id = t.id
  ) reached`

/**
 * How long transfers like `t` stayed in the state in which it is, in seconds. Only the latest from
 * the same sender to the same receiver are read, by an index: both sides see all of them.
 */
export const usualSecondsOfTransfer = `
  SELECT CASE WHEN count(*) >= ${knownMin} THEN round(
    percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM stay.ended - stay.begun)))::int END
  FROM (
    SELECT p.id, p.create_time, p.status, p.provider FROM transfers p
    WHERE p.sender_organization_id = t.sender_organization_id
      AND p.receiver_organization_id = t.receiver_organization_id
    ORDER BY p.create_time DESC, p.id DESC LIMIT ${lookedAtMax}
  ) past
  CROSS JOIN LATERAL (
    SELECT CASE t.provider_state WHEN 'pending_submission' THEN past.create_time
        ELSE max(s.reached_at) FILTER (WHERE s.state = t.provider_state) END AS begun,
      min(s.reached_at) FILTER (WHERE ${place('s.state')} > ${place('t.provider_state')}) AS ended
    FROM transfer_steps s WHERE s.transfer_id = past.id
  ) stay
  WHERE t.status ${oneOf(statusSets.transfer.underWay)} AND past.status = 'COMPLETED'
    AND past.provider = t.provider AND stay.begun IS NOT NULL AND stay.ended IS NOT NULL`
