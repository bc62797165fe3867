import type { BookRule } from './book-rule.ts'

/** What the terms of an asset have of their own. */
const own = ['requirement_percent', 'haircut', 'margin_call_percent', 'liquidation_percent']
const namesOfRow = ['id', 'general_id', 'collateral_asset']
/** Made of the others. */
const generated = ['position_terms']
const withoutOwn = (row: string) =>
  `to_jsonb(${row}) - '{${[...own, ...namesOfRow, ...generated].join(', ')}}'::text[]`

/** Each eligible asset of terms has a row of its own, and no other row is of general terms. */
export const eligibleCollateralRules: readonly BookRule[] = [
  {
    rule: 'each eligible asset of terms has a row of the general terms with its own in their place',
    breaches: `
      SELECT format('terms %s', coalesce(general.id, special.general_id)) AS subject,
        CASE WHEN special.id IS NULL THEN format('%s has no terms of its own', general.asset)
          WHEN general.id IS NULL THEN format('%s is not eligible, and has terms of its own', special.collateral_asset)
          ELSE format('the terms of %s are not those of the list, or not the general ones', general.asset)
        END AS issue
      FROM (
        SELECT g.id, entry.value ->> 'asset' AS asset, entry.value, ${withoutOwn('g')} AS others
        FROM margin_terms g CROSS JOIN jsonb_array_elements(g.eligible_collateral) AS entry (value)
        WHERE g.general_id IS NULL) general
      FULL JOIN (
        SELECT e.*, ${withoutOwn('e')} AS others FROM margin_terms e WHERE e.general_id IS NOT NULL) special
        ON special.general_id = general.id AND special.collateral_asset = general.asset
      WHERE special.id IS NULL OR general.id IS NULL OR special.others <> general.others
        OR ${own
          .map(
            (term) =>
              `special.${term}::numeric IS DISTINCT FROM (general.value ->> '${term}')::numeric`,
          )
          .join(' OR ')}`,
  },
  {
    rule: 'a version of an agreement has the general terms, and not those of an asset',
    breaches: `
      SELECT format('version %s of agreement %s', v.version, v.agreement_id) AS subject,
        format('its terms are those of %s', m.collateral_asset) AS issue
      FROM agreement_versions v JOIN margin_terms m ON m.id = v.terms_id
      WHERE m.general_id IS NOT NULL`,
  },
  {
    rule: 'at each time an order has the general terms for its first collateral, or those of another one',
    breaches: `
      SELECT format('order %s', o.number) AS subject,
        format('its collateral is %s until %s, with the terms of %s', k.asset,
          coalesce(k.until::text, 'now'), coalesce(m.collateral_asset, k.first_asset)) AS issue
      FROM (
        SELECT order_id, terms_id, until, asset,
          first_value(asset) OVER (PARTITION BY order_id ORDER BY place) AS first_asset
        FROM (
          SELECT order_id, terms_id, sequence AS place, replaced_at AS until,
            (SELECT r.collateral_asset FROM replaced_terms r
              WHERE r.order_id = t.order_id AND r.sequence >= t.sequence
                AND r.collateral_asset IS NOT NULL
              UNION ALL SELECT o.collateral_asset FROM orders o WHERE o.id = t.order_id LIMIT 1) AS asset
          FROM replaced_terms t
          UNION ALL SELECT id, terms_id, 9223372036854775807, NULL, collateral_asset FROM orders
        ) AS applied) k
      JOIN orders o ON o.id = k.order_id JOIN margin_terms m ON m.id = k.terms_id
      WHERE coalesce(m.collateral_asset, k.first_asset) <> k.asset`,
  },
]
