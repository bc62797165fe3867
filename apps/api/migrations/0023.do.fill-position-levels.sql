-- The levels of the positions that were there before 0022. Its triggers keep them already, so a
-- level that a deal has written meanwhile is newer and stays. What counted as reached stays reached.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

DO $$
DECLARE
  last uuid := '00000000-0000-0000-0000-000000000000';
BEGIN
  WHILE last IS NOT NULL LOOP
    WITH batch AS MATERIALIZED (
      SELECT p.id, p.order_id, p.lender_id, p.borrower_id, p.status, p.asset_quantity, p.collateral_quantity
      FROM positions p WHERE p.id > last ORDER BY p.id LIMIT 10000
    ), filled AS (
      INSERT INTO position_levels (position_id, lender_id, borrower_id, asset, collateral_asset,
        margin_call_ratio, liquidation_ratio, margin_call_reached, liquidation_reached)
      SELECT b.id, b.lender_id, b.borrower_id, o.asset, o.collateral_asset,
        level_ratio(b.asset_quantity, m.margin_call_percent, b.collateral_quantity),
        level_ratio(b.asset_quantity, m.liquidation_percent, b.collateral_quantity),
        -- An active position has told what it has reached, and only that.
        coalesce(CASE b.status WHEN 'ACTIVE' THEN a.margin_call ELSE f.margin_call_reached END, false),
        coalesce(CASE b.status WHEN 'ACTIVE' THEN a.liquidation ELSE f.liquidation_reached END, false)
      FROM batch b
      JOIN orders o ON o.id = b.order_id
      JOIN margin_terms m ON m.id = o.terms_id
      LEFT JOIN position_figures f ON f.position_id = b.id
      LEFT JOIN LATERAL (
        SELECT bool_or(standing AND level = 'margin_call') AS margin_call,
          bool_or(standing AND level = 'liquidation') AS liquidation
        FROM margin_alerts WHERE position_id = b.id) a ON true
      WHERE b.status <> 'CLOSED'
      ON CONFLICT (position_id) DO NOTHING
    )
    SELECT max(id::text)::uuid INTO last FROM batch;
  END LOOP;
END
$$;
