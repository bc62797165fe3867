import type { BookRule } from './book-rule.ts'

/** What the journal alone says of each balance. */
export const entrySums = `
  SELECT order_id, bucket, holder_id, asset, sum(quantity) AS quantity
  FROM journal_entries GROUP BY order_id, bucket, holder_id, asset`

/** Where a transfer takes its quantity from, and where it brings it: see `journal.ts`. */
const placeOf = (side: 'sender' | 'receiver') => `
  CASE WHEN t.leg = 'asset' AND t.${side}_organization_id = t.borrower_id THEN 'lent'
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

/** The journal: whole in itself, the source of the balances, and true to the transfers. */
export const journalRules: readonly BookRule[] = [
  {
    rule: 'every transaction of the journal has entries, and they sum to nothing in each asset',
    breaches: `
      SELECT format('journal transaction %s', j.id) AS subject,
        coalesce(format('its entries in %s sum to %s', e.asset, trim_scale(sum(e.quantity))),
          'it has no entries') AS issue
      FROM journal_transactions j LEFT JOIN journal_entries e ON e.transaction_id = j.id
      GROUP BY j.id, e.asset HAVING count(e.line) = 0 OR sum(e.quantity) <> 0`,
  },
  {
    rule: 'every entry belongs to a transaction of its own order',
    breaches: `
      SELECT format('line %s of journal transaction %s', e.line, e.transaction_id) AS subject,
        'no such transaction of this order and these sides is there' AS issue
      FROM journal_entries e LEFT JOIN journal_transactions j
        ON (j.id, j.order_id, j.lender_id, j.borrower_id)
         = (e.transaction_id, e.order_id, e.lender_id, e.borrower_id)
      WHERE j.id IS NULL`,
  },
  {
    rule: 'balances are the sums of their entries',
    breaches: `
      SELECT format('balance of order %s, %s %s of %s', order_id, bucket, asset, holder_id) AS subject,
        format('it says %s, and its entries sum to %s', coalesce(trim_scale(b.quantity)::text, 'nothing'),
          coalesce(trim_scale(e.quantity)::text, 'nothing')) AS issue
      FROM journal_balances b FULL JOIN (${entrySums}) e USING (order_id, bucket, holder_id, asset)
      WHERE coalesce(b.quantity, 0) <> coalesce(e.quantity, 0)`,
  },
  {
    rule: 'nothing that is lent, pledged or in transit is less than nothing',
    breaches: `
      SELECT format('order %s, %s %s of %s', order_id, bucket, asset, holder_id) AS subject,
        format('its entries sum to %s', trim_scale(quantity)) AS issue
      FROM (${entrySums}) e WHERE bucket <> 'own' AND quantity < 0`,
  },
  {
    rule: 'what the journal says of a transfer is what the transfer says',
    breaches: `
      SELECT format('journal transaction %s', transaction_id) AS subject,
        format('%s %s of %s: it has %s, and its transfer says %s', bucket, asset, holder_id,
          coalesce(trim_scale(e.quantity)::text, 'nothing'),
          coalesce(trim_scale(x.quantity)::text, 'nothing')) AS issue
      FROM (
        SELECT e.transaction_id, e.bucket, e.holder_id, e.asset, e.quantity
        FROM journal_entries e JOIN journal_transactions j ON j.id = e.transaction_id
        WHERE j.transfer_id IS NOT NULL
      ) e FULL JOIN (${expectedEntries}) x USING (transaction_id, bucket, holder_id, asset)
      WHERE e.quantity IS DISTINCT FROM x.quantity`,
  },
  {
    rule: 'every transaction of a transfer belongs to one that is there, of the same order',
    breaches: `
      SELECT format('journal transaction %s', j.id) AS subject,
        format('transfer %s is not there, or of another order', j.transfer_id) AS issue
      FROM journal_transactions j LEFT JOIN transfers t
        ON (t.id, t.order_id) = (j.transfer_id, j.order_id)
      WHERE j.transfer_id IS NOT NULL AND t.id IS NULL`,
  },
]
