-- Recomputes worked figures of calls and of interest, with nothing but PostgreSQL.
--
--     psql -XqtA -f worked-figures.sql <any database> < worked-figures.json
--
-- The standard input has a list of cases, each with the inputs of a call or of an interest payment
-- and with the figures that follow. The program computes these in exact decimals, and prints what
-- differs. It exits with 0 if nothing does, and otherwise with 3. It creates temporary functions
-- only, and reads no table.

\set ON_ERROR_STOP on
\set claimed `cat`

-- A quotient in whole multiples of a unit. The divisor is above zero, the quotient not below it.
CREATE OR REPLACE FUNCTION pg_temp.rounded(
  direction text, numerator numeric, divisor numeric, unit numeric
) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT unit * (div(numerator, divisor * unit)
    + (direction = 'up' AND mod(numerator, divisor * unit) > 0)::integer)
$$;

CREATE OR REPLACE FUNCTION pg_temp.call_figures(call jsonb) RETURNS jsonb LANGUAGE sql AS $$
  WITH given AS (
    SELECT (call->>'asset_quantity')::numeric * (call->>'asset_price')::numeric AS asset,
      CASE WHEN call ? 'haircut' THEN 100 ELSE (call->>'requirement_percent')::numeric END
        AS percent,
      coalesce(call->>'threshold_usd', '0')::numeric AS threshold,
      1 - coalesce(call->>'haircut', '0')::numeric AS haircut_factor,
      (call->>'collateral_quantity')::numeric AS held,
      (call->>'collateral_price')::numeric AS price,
      (call->>'collateral_quantity')::numeric - coalesce(call->>'returns_in_transit', '0')::numeric
        - coalesce(call->>'disputed_quantity', '0')::numeric AS free,
      coalesce(call->>'deliveries_in_transit', '0')::numeric AS deliveries,
      (call->>'top_up_percent')::numeric AS top_up_percent,
      (call->>'release_percent')::numeric AS release_percent
  ), due AS (
    SELECT *, free + deliveries AS credited, price * haircut_factor AS credited_price,
      greatest(0, asset * percent * 0.01 - threshold) AS required
    FROM given
  ), owed AS (
    SELECT *, required - credited * credited_price AS shortfall,
      CASE WHEN required > credited * credited_price THEN 'top_up' ELSE 'release' END AS side
    FROM due
  ), amounts AS (
    SELECT *, trunc(abs(shortfall), 2) AS notional,
      coalesce(call->>format('minimum_notional_%s_usd', side), '0')::numeric AS minimum,
      CASE side
        WHEN 'top_up' THEN
          pg_temp.rounded('up', shortfall, credited_price, (call->>'lot_top_up')::numeric)
        ELSE pg_temp.rounded('down', least(-shortfall, greatest(0, free) * credited_price),
          credited_price, (call->>'lot_release')::numeric)
      END AS amount
    FROM owed
  )
  SELECT jsonb_build_object(
    'direction',
      CASE WHEN shortfall > 0 THEN 'TopUp' WHEN shortfall < 0 THEN 'Release' ELSE 'None' END,
    'm2m_collateral_amount', amount,
    'm2m_notional_usd', notional,
    'ccr_percent', pg_temp.rounded('down', held * price * 100, asset, 0.01),
    'reasons', to_jsonb(array_remove(ARRAY[
      CASE WHEN notional < minimum THEN 'BELOW_MINIMUM_NOTIONAL' END,
      CASE WHEN amount = 0 THEN 'ROUNDS_TO_ZERO' END,
      CASE WHEN side = 'top_up' AND held * price * 100 > asset * top_up_percent
        THEN 'ABOVE_MARGIN_CALL_LEVEL' END,
      CASE WHEN side = 'release' AND held * price * 100 < asset * release_percent
        THEN 'BELOW_RELEASE_LEVEL' END
    ], NULL)),
    'trigger_collateral_price', CASE WHEN side = 'top_up' THEN least(
      CASE WHEN credited > 0 THEN
        pg_temp.rounded('down', required - minimum, credited * haircut_factor, 1e-20) END,
      CASE WHEN held > 0 THEN
        pg_temp.rounded('down', asset * top_up_percent, 100 * held, 1e-20) END
    ) END
  )
  FROM amounts
$$;

CREATE OR REPLACE FUNCTION pg_temp.interest_figures(interest jsonb)
RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_build_object('due', greatest(0, pg_temp.rounded(
      'up',
      sum(quantity * rate_percent * ("to" - "from")),
      100 * CASE interest->>'day_count' WHEN 'ACT/360' THEN 360 WHEN 'ACT/365' THEN 365 END,
      (interest->>'unit')::numeric
    ) - (interest->>'paid')::numeric))
  FROM jsonb_to_recordset(interest->'periods')
    AS period("from" date, "to" date, quantity numeric, rate_percent numeric)
$$;

-- What differs.
WITH cases AS (
  SELECT one->>'name' AS name, one->'figures' AS figures,
    CASE WHEN one ? 'call' THEN pg_temp.call_figures(one->'call')
      ELSE pg_temp.interest_figures(one->'interest') END AS computed
  FROM jsonb_path_query(:'claimed', '$[*]') one
), differences AS (
  SELECT format('%s: %s is %s, not %s', name, key, computed->key, value) AS difference
  FROM cases CROSS JOIN LATERAL jsonb_each(figures)
  WHERE CASE jsonb_typeof(computed->key)
    WHEN 'number' THEN (computed->key)::numeric = (value #>> '{}')::numeric
    ELSE computed->key = value
  END IS NOT TRUE
)
SELECT count(difference) AS found, count(difference) > 0 AS differs,
  string_agg(difference, E'\n') AS differences
FROM differences \gset
\if :differs
  \echo :differences
  \echo differences: :found
  DO $$ BEGIN RAISE 'Some figures do not follow from their inputs.'; END $$;
\else
  \echo recomputed: equal
\endif
