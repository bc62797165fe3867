import type { BookRule } from './book-rule.ts'

/** The balances according to the journal entries. */
export const entrySums = `
  SELECT order_id, bucket, holder_id, asset, sum(quantity) AS quantity
  FROM journal_entries GROUP BY order_id, bucket, holder_id, asset`

/** The bucket that a transfer takes its quantity from, or brings it to. See `journal.ts`. */
const placeOf = (side: 'sender' | 'receiver') => `
  CASE WHEN t.sends_back IS NOT NULL THEN 'own'
    WHEN t.leg = 'asset' AND t.${side}_organization_id = t.borrower_id THEN 'lent'
    WHEN t.leg = 'collateral' AND t.${side}_organization_id = t.lender_id THEN 'pledged'
    ELSE 'own' END`

const expectedEntries = `
  SELECT j.id AS transaction_id, e.bucket, e.holder_id, t.token AS asset, e.quantity
  FROM journal_transactions j JOIN transfers t ON t.id = j.transfer_id
  CROSS JOIN LATERAL (VALUES
    ('instruct', ${placeOf('sender')}, t.sender_organization_id, -t.quantity),
    ('instruct', 'in_transit', t.sender_organization_id, t.quantity),
    ('settle', 'in_transit', t.sender_organization_id, -t.quantity),
    ('settle', ${placeOf('receiver')}, t.receiver_organization_id, t.quantity),
    ('revert', 'in_transit', t.sender_organization_id, -t.quantity),
    ('revert', ${placeOf('sender')}, t.sender_organization_id, t.quantity)
  ) AS e (kind, bucket, holder_id, quantity)
  WHERE e.kind = j.kind`

/** The journal must be complete, and must match the balances and the transfers. */
export const journalRules: readonly BookRule[] = [
  {
    rule: 'every journal transaction has entries, and they sum to zero in each asset',
    breaches: `
      SELECT format('journal transaction %s', j.id) AS subject,
        coalesce(format('its entries in %s sum to %s', e.asset, trim_scale(sum(e.quantity))),
          'it has no entries') AS issue
      FROM journal_transactions j LEFT JOIN journal_entries e ON e.transaction_id = j.id
      GROUP BY j.id, e.asset HAVING count(e.line) = 0 OR sum(e.quantity) <> 0`,
  },
  {
    rule: 'every journal entry belongs to a transaction of its own order',
    breaches: `
      SELECT format('line %s of journal transaction %s', e.line, e.transaction_id) AS subject,
        'this order and these parties have no such transaction' AS issue
      FROM journal_entries e LEFT JOIN journal_transactions j
        ON (j.id, j.order_id, j.lender_id, j.borrower_id)
         = (e.transaction_id, e.order_id, e.lender_id, e.borrower_id)
      WHERE j.id IS NULL`,
  },
  {
    rule: 'every balance is the sum of its journal entries',
    breaches: `
      SELECT format('balance of order %s, %s %s of %s', order_id, bucket, asset, holder_id) AS subject,
        format('it is %s, but its entries sum to %s', coalesce(trim_scale(b.quantity)::text, 'nothing'),
          coalesce(trim_scale(e.quantity)::text, 'nothing')) AS issue
      FROM journal_balances b FULL JOIN (${entrySums}) e USING (order_id, bucket, holder_id, asset)
      WHERE coalesce(b.quantity, 0) <> coalesce(e.quantity, 0)`,
  },
  {
    rule: 'no lent, pledged or in-transit balance is below zero',
    breaches: `
      SELECT format('order %s, %s %s of %s', order_id, bucket, asset, holder_id) AS subject,
        format('its entries sum to %s', trim_scale(quantity)) AS issue
      FROM (${entrySums}) e WHERE bucket <> 'own' AND quantity < 0`,
  },
  {
    rule: 'the journal entries of a transfer match the transfer',
    breaches: `
      SELECT format('journal transaction %s', transaction_id) AS subject,
        format('%s %s of %s: it has %s, but its transfer requires %s', bucket, asset, holder_id,
          coalesce(trim_scale(e.quantity)::text, 'nothing'),
          coalesce(trim_scale(x.quantity)::text, 'nothing')) AS issue
      FROM (
        SELECT e.transaction_id, e.bucket, e.holder_id, e.asset, e.quantity
        FROM journal_entries e JOIN journal_transactions j ON j.id = e.transaction_id
        WHERE j.transfer_id IS NOT NULL AND j.kind <> 'appropriate'
      ) e FULL JOIN (${expectedEntries}) x USING (transaction_id, bucket, holder_id, asset)
      WHERE e.quantity IS DISTINCT FROM x.quantity`,
  },
  {
    rule: 'the transfer of every journal transaction exists and has the same order',
    breaches: `
      SELECT format('journal transaction %s', j.id) AS subject,
        format('transfer %s is missing or belongs to another order', j.transfer_id) AS issue
      FROM journal_transactions j LEFT JOIN transfers t
        ON (t.id, t.order_id) = (j.transfer_id, j.order_id)
      WHERE j.transfer_id IS NOT NULL AND t.id IS NULL`,
  },
]
