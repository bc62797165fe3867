import { statusSets } from '@vadium/schema'
import { oneOf } from '../../platform/db/one-of.ts'
import { generalTerms } from '../deals/index.ts'
import type { BookRule } from './book-rule.ts'
import { isAgainstLender, isBooked, isFull, sentByAsset } from './close-out-sums.ts'

const request = `format('order request %s', r.id)`
const agreed = oneOf(statusSets.order_request.agreed)

/** What the transfers `t` of a substitution `r` have of each direction. */
const moved = `CROSS JOIN LATERAL (
  SELECT coalesce(sum(t.quantity) FILTER (WHERE t.sender_organization_id = r.borrower_id
      AND t.status = 'COMPLETED'), 0) AS came,
    coalesce(sum(t.quantity) FILTER (WHERE t.sender_organization_id = r.borrower_id), 0) AS sent,
    coalesce(sum(t.quantity) FILTER (WHERE t.sender_organization_id = r.lender_id
      AND t.status = 'COMPLETED'), 0) AS went,
    coalesce(sum(t.quantity) FILTER (WHERE t.sender_organization_id = r.lender_id), 0) AS back,
    count(*) FILTER (WHERE t.status ${oneOf(statusSets.transfer.underWay)}) AS moving,
    bool_and(t.category = 'substitution' AND t.token = CASE
      WHEN t.sender_organization_id = r.lender_id AND r.decision = 'switch'
        THEN r.replaced_collateral_asset ELSE r.new_collateral_asset END) AS are_its
  FROM transfers t WHERE t.order_request_id = r.id
    AND t.status ${oneOf(statusSets.transfer.counting)}) m`

/** Whether a close-out has ended the deal of a substitution `r`: it has what the request owed. */
const isClosedOut = `EXISTS (SELECT FROM close_outs c
  WHERE c.position_id = r.position_id AND ${isFull})`

/** What is to go back by the decision. */
const owed = `CASE r.decision WHEN 'switch' THEN r.collateral_returned WHEN 'keep' THEN m.came ELSE 0 END`

/** Exchanges of the collateral: one collateral at a time, and nothing that stays behind. */
export const substitutionRules: readonly BookRule[] = [
  {
    rule: 'the collateral of a deal is replaced by a substitution that switched, once and as it asked',
    breaches: `
      SELECT ${request} AS subject, format('it is a %s with the decision %s: %s was replaced by %s at %s',
          r.kind, coalesce(r.decision, 'none'), coalesce(t.collateral_asset, 'nothing'),
          coalesce(t.next_asset, 'nothing'), t.replaced_at) AS issue
      FROM (SELECT t.*, coalesce(lead(t.terms_id) OVER in_order, o.terms_id) AS next_id,
          lag(t.replaced_at) OVER in_order AS before_at,
          coalesce((SELECT n.collateral_asset FROM replaced_terms n
            WHERE n.order_id = t.order_id AND n.sequence > t.sequence AND n.collateral_asset IS NOT NULL
            ORDER BY n.sequence LIMIT 1), o.collateral_asset) AS next_asset
        FROM replaced_terms t JOIN orders o ON o.id = t.order_id
        WINDOW in_order AS (PARTITION BY t.order_id ORDER BY t.sequence)) t
      JOIN positions p ON p.order_id = t.order_id
      JOIN margin_terms old ON old.id = t.terms_id
      JOIN margin_terms new ON new.id = t.next_id
      FULL JOIN (SELECT r.*, s.changed_at AS switched_at FROM order_requests r
        LEFT JOIN state_changes s ON s.resource_id = r.id AND s.action = 'switch') r
        ON r.id = t.order_request_id
      WHERE (t.collateral_asset IS NOT NULL OR r.decision = 'switch') AND (
        r.kind IS DISTINCT FROM 'substitution' OR r.decision IS DISTINCT FROM 'switch'
        OR t.collateral_asset IS NULL OR t.collateral_quantity IS NULL
        OR t.collateral_asset = t.next_asset OR t.next_asset <> r.new_collateral_asset
        OR r.position_id <> p.id OR ${generalTerms('old')} <> ${generalTerms('new')}
        OR r.switched_at IS NULL OR t.replaced_at <> greatest(r.switched_at, t.before_at))`,
  },
  {
    rule: 'nothing is with a lender that is neither the collateral of its deal nor to go back',
    breaches: `
      SELECT format('order %s', o.number) AS subject, format('%s %s are pledged beside its %s, and %s are exchanged',
          trim_scale(j.quantity), j.asset, o.collateral_asset, trim_scale(coalesce(x.quantity, 0))) AS issue
      FROM (SELECT order_id, asset, sum(quantity) AS quantity FROM journal_entries
        WHERE bucket = 'pledged' GROUP BY order_id, asset HAVING sum(quantity) <> 0) j
      JOIN orders o ON o.id = j.order_id
      LEFT JOIN LATERAL (
        SELECT sum(quantity) AS quantity, asset FROM (
          SELECT CASE WHEN r.decision IS NULL THEN m.came ELSE ${owed} - m.back END AS quantity,
            CASE r.decision WHEN 'switch' THEN r.replaced_collateral_asset ELSE r.new_collateral_asset END AS asset
          FROM order_requests r JOIN positions p ON p.id = r.position_id ${moved}
          WHERE p.order_id = o.id AND r.kind = 'substitution' AND NOT EXISTS (
            SELECT FROM close_outs c WHERE c.position_id = p.id AND ${isFull} AND ${isBooked})
          UNION ALL SELECT by.back - by.sent, by.asset
          FROM close_outs c JOIN positions p ON p.id = c.position_id CROSS JOIN LATERAL ${sentByAsset} by
          WHERE p.order_id = o.id AND ${isFull} AND ${isBooked} AND NOT ${isAgainstLender}) exchanged
        GROUP BY asset) x ON x.asset = j.asset
      WHERE j.asset <> o.collateral_asset AND j.quantity IS DISTINCT FROM x.quantity`,
  },
  {
    rule: 'a substitution moves what it exchanges, and ends when nothing of it is under way or left',
    breaches: `
      SELECT ${request} AS subject, format('it is %s with the decision %s: %s of %s came, %s of %s are back, %s transfers under way',
          r.status, coalesce(r.decision, 'none'), trim_scale(m.came), trim_scale(r.new_collateral_quantity),
          trim_scale(m.went), trim_scale(${owed}), m.moving) AS issue
      FROM order_requests r ${moved}
      WHERE r.kind = 'substitution' AND (NOT m.are_its OR m.sent > r.new_collateral_quantity
        OR m.back > ${owed} OR (r.decision = 'switch' AND m.came <> r.new_collateral_quantity)
        OR (r.status NOT ${agreed} AND (m.moving > 0 OR m.went <> ${owed} AND NOT ${isClosedOut}))
        OR CASE WHEN r.decision = 'switch' AND r.status NOT ${agreed}
          THEN r.status <> 'COMPLETED' AND (m.went = ${owed} OR NOT ${isClosedOut})
          ELSE r.status = 'COMPLETED' END)`,
  },
  {
    rule: 'an agreed substitution that is decided has something under way, or to instruct again',
    breaches: `
      SELECT ${request} AS subject, format('it is %s with the decision %s, and its last transfer is %s',
          r.status, r.decision, coalesce(last.status, 'missing')) AS issue
      FROM order_requests r LEFT JOIN LATERAL (
        SELECT t.status FROM transfers t JOIN instructions i ON i.transfer_id = t.id
        WHERE t.order_request_id = r.id ORDER BY i.sequence DESC LIMIT 1) last ON true
      WHERE r.kind = 'substitution' AND r.decision IS NOT NULL AND r.status ${agreed}
        AND coalesce(last.status, 'COMPLETED') = 'COMPLETED'`,
  },
  {
    rule: 'an order request moves the collateral that it names',
    breaches: `
      SELECT ${request} AS subject, format('it names %s, and transfer %s moves %s',
          coalesce(r.replaced_collateral_asset, o.collateral_asset), t.id, t.token) AS issue
      FROM transfers t JOIN order_requests r ON r.id = t.order_request_id
      JOIN orders o ON o.id = t.order_id
      WHERE r.kind <> 'substitution' AND t.leg = 'collateral'
        AND t.token <> coalesce(r.replaced_collateral_asset, o.collateral_asset)`,
  },
  {
    rule: 'an agreed substitution that is not decided has a deadline',
    breaches: `
      SELECT ${request} AS subject, format('it is %s, but has no deadline', r.status) AS issue
      FROM order_requests r
      WHERE r.kind = 'substitution' AND r.decision IS NULL AND r.status ${agreed}
        AND NOT EXISTS (
          SELECT FROM deadlines d WHERE d.kind = 'order_request' AND d.resource_id = r.id)`,
  },
]
