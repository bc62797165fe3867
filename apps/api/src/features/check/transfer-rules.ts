import type { BookRule } from './book-rule.ts'

const transfer = `format('transfer %s of order %s', t.id, t.order_number)`

const time = (column: string) =>
  `to_char(t.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const party = (side: 'sender' | 'receiver') => `jsonb_build_object(
  'organization_id', 'organizations/' || t.${side}_organization_id,
  'custodian', t.${side}_custodian_id, 'wallet_address', t.${side}_wallet_address)`

/** The expected document of a transfer, without its notional, whose text keeps trailing zeros. */
const expectedDocument = `jsonb_build_object(
  'id', t.id, 'external_transfer_id', t.external_transfer_id, 'category', t.category,
  'status', t.status, 'token', t.token, 'quantity', t.quantity, 'order_id', t.order_number,
  'create_time', ${time('create_time')}, 'update_time', ${time('update_time')},
  'sender', ${party('sender')}, 'receiver', ${party('receiver')},
  'provider_lifecycle', jsonb_build_object('label', t.provider_label, 'provider', t.provider,
    'provider_request_state', t.provider_request_state, 'state', t.provider_state))`

/** Transfers must match the journal, their documents and their instructions. */
export const transferRules: readonly BookRule[] = [
  {
    rule: 'the steps of a transfer lead to its state, and belong to its sides',
    breaches: `
      SELECT ${transfer} AS subject,
        format('it is %s, but its steps are %s', t.provider_state, steps.states) AS issue
      FROM transfers t JOIN (
        SELECT transfer_id, string_agg(state, ', ' ORDER BY reached_at) AS states,
          array_agg(state) AS reached, min(reached_at) AS first,
          min(lender_id::text) || max(lender_id::text) AS lenders,
          min(borrower_id::text) || max(borrower_id::text) AS borrowers
        FROM transfer_steps GROUP BY transfer_id
      ) steps ON steps.transfer_id = t.id
      WHERE t.provider_state <> ALL (steps.reached) OR steps.first < t.create_time
        OR steps.lenders <> t.lender_id::text || t.lender_id::text
        OR steps.borrowers <> t.borrower_id::text || t.borrower_id::text`,
  },
  {
    rule: 'every transfer is instructed once, and ends once, as its status says',
    breaches: `
      SELECT ${transfer} AS subject,
        format('it is %s, but was instructed %s, settled %s and reverted %s times', t.status,
          instructed, settled, reverted) AS issue
      FROM (
        SELECT t.id, t.order_number, t.status, count(*) FILTER (WHERE kind = 'instruct') AS instructed,
          count(*) FILTER (WHERE kind = 'settle') AS settled,
          count(*) FILTER (WHERE kind = 'revert') AS reverted
        FROM transfers t LEFT JOIN journal_transactions ON transfer_id = t.id
        GROUP BY t.id
      ) t
      WHERE (instructed, settled, reverted) <> CASE
        WHEN t.status IN ('PENDING', 'IN_PROGRESS') THEN (1::bigint, 0::bigint, 0::bigint)
        WHEN t.status = 'COMPLETED' THEN (1::bigint, 1::bigint, 0::bigint)
        ELSE (1::bigint, 0::bigint, 1::bigint) END`,
  },
  {
    rule: 'the in-transit balances are the quantities of the transfers under way',
    breaches: `
      SELECT format('order %s, %s of %s', order_id, asset, holder_id) AS subject,
        format('%s is in transit, but its transfers have %s under way',
          coalesce(trim_scale(e.quantity)::text, 'nothing'),
          coalesce(trim_scale(u.quantity)::text, 'nothing')) AS issue
      FROM (
        SELECT order_id, asset, holder_id, sum(quantity) AS quantity FROM journal_entries
        WHERE bucket = 'in_transit' GROUP BY order_id, asset, holder_id HAVING sum(quantity) <> 0
      ) e FULL JOIN (
        SELECT order_id, token AS asset, sender_organization_id AS holder_id, sum(quantity) AS quantity
        FROM transfers WHERE status IN ('PENDING', 'IN_PROGRESS') GROUP BY 1, 2, 3
      ) u USING (order_id, asset, holder_id)
      WHERE e.quantity IS DISTINCT FROM u.quantity`,
  },
  {
    rule: 'the document of a transfer matches its row',
    breaches: `
      SELECT ${transfer} AS subject,
        format('they differ in %s', string_agg(member, ', ' ORDER BY member)) AS issue
      FROM transfers t
      CROSS JOIN LATERAL (
        SELECT t.document::jsonb AS has, ${expectedDocument} AS expected
      ) d
      CROSS JOIN LATERAL (
        SELECT member FROM jsonb_object_keys(d.has || d.expected) AS member
        WHERE member <> 'notional' AND d.has -> member IS DISTINCT FROM d.expected -> member
        UNION ALL
        SELECT 'notional' WHERE (d.has ->> 'notional')::numeric IS DISTINCT FROM t.notional_usd
      ) AS differing
      GROUP BY t.id, t.order_number`,
  },
  {
    rule: 'the wallets of a transfer belong to its sender and its receiver, and hold its token',
    breaches: `
      SELECT ${transfer} AS subject,
        format('its %s has no wallet for %s at %s with the address %s', e.side, t.token,
          e.custodian_id, e.address) AS issue
      FROM transfers t CROSS JOIN LATERAL (VALUES
        ('sender', t.sender_organization_id, t.sender_custodian_id, t.sender_wallet_address),
        ('receiver', t.receiver_organization_id, t.receiver_custodian_id, t.receiver_wallet_address)
      ) AS e (side, organization_id, custodian_id, address)
      WHERE NOT EXISTS (
        SELECT FROM wallets w
          JOIN wallet_assets held ON held.wallet_id = w.id AND held.asset = t.token
        WHERE (w.organization_id, w.custodian_id, w.address)
          = (e.organization_id, e.custodian_id, e.address))`,
  },
  {
    rule: 'a transfer replaces only a failed transfer with the same parties and quantity',
    breaches: `
      SELECT ${transfer} AS subject, format('it replaces %s, which is %s', t.replaces,
        coalesce(failed.status, 'missing')) AS issue
      FROM transfers t LEFT JOIN transfers failed ON failed.id = t.replaces
      WHERE t.replaces IS NOT NULL AND (failed.id IS NULL
        OR failed.status NOT IN ('FAILED', 'REJECTED', 'CANCELLED')
        OR (failed.order_id, failed.leg, failed.token, failed.quantity, failed.sender_organization_id)
          <> (t.order_id, t.leg, t.token, t.quantity, t.sender_organization_id))`,
  },
  {
    rule: 'a side sends one quantity of collateral without a call after the other, and nobody sends it again',
    breaches: `
      SELECT format('order %s', min(t.order_number)) AS subject,
        format('%s has %s voluntary transfers under way', t.sender_organization_id, count(*)) AS issue
      FROM transfers t WHERE t.category = 'voluntary' AND t.status IN ('PENDING', 'IN_PROGRESS')
      GROUP BY t.order_id, t.sender_organization_id HAVING count(*) > 1
      UNION ALL
      SELECT ${transfer}, format('it is sent again for %s', t.replaces)
      FROM transfers t WHERE t.category = 'voluntary' AND t.replaces IS NOT NULL`,
  },
  {
    rule: 'every attempt at a transfer is late when the first one is',
    breaches: `
      SELECT ${transfer} AS subject,
        format('it is late at %s, but what it replaces at %s', t.late_at, failed.late_at) AS issue
      FROM transfers t JOIN transfers failed ON failed.id = t.replaces
      WHERE t.late_at <> failed.late_at`,
  },
  {
    rule: 'every transfer under way has an instruction that will be processed',
    breaches: `
      SELECT ${transfer} AS subject, format('it is %s, but has no such instruction', t.status) AS issue
      FROM transfers t LEFT JOIN instructions i ON i.transfer_id = t.id
      WHERE t.status IN ('PENDING', 'IN_PROGRESS')
        AND (i.transfer_id IS NULL OR (i.due_at IS NULL AND NOT i.stalled AND i.claim IS NULL))`,
  },
]
