-- Recomputes the statement of a close-out, in exact decimals and with nothing but PostgreSQL.
--
--     psql -XqtA -f verify-close-out.sql <any database> < statement.json
--
-- The standard input has a statement, or an object with a member `statement`, such as an answer of
-- previewCloseOut or a CloseOut, or a list of these. The program takes the inputs and the interest
-- periods of its calculation, computes every step and every member again, and prints what differs.
-- It exits with 0 if nothing does, and otherwise with 3. It creates temporary functions only, and
-- reads no table.

\set ON_ERROR_STOP on
\set claimed `cat`

-- The smallest multiple of a unit that is not below a quotient, whose divisor is above zero.
CREATE OR REPLACE FUNCTION pg_temp.rounded_up(numerator numeric, divisor numeric, unit numeric)
RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT unit * (div(numerator, divisor * unit) + (mod(numerator, divisor * unit) > 0)::integer)
$$;

CREATE OR REPLACE FUNCTION pg_temp.named(name text, value numeric)
RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_build_array(jsonb_build_object('name', name, 'value', value))
$$;

CREATE OR REPLACE FUNCTION pg_temp.accrued(calculation jsonb, day_count text, unit numeric)
RETURNS numeric LANGUAGE sql AS $$
  SELECT pg_temp.rounded_up(
    coalesce(sum(quantity * rate_percent * ("to" - "from")), 0),
    CASE day_count WHEN 'ACT/360' THEN 36000 WHEN 'ACT/365' THEN 36500 END,
    unit
  )
  FROM jsonb_to_recordset(calculation->'interest_periods')
    AS period("from" date, "to" date, quantity numeric, rate_percent numeric)
$$;

-- The collaterals in their order, each with the end of the names of its inputs and steps.
CREATE OR REPLACE FUNCTION pg_temp.collateral(calculation jsonb)
RETURNS TABLE (suffix text, asset text, quantity numeric, price numeric, unit numeric)
LANGUAGE sql AS $$
  WITH inputs AS (
    SELECT * FROM jsonb_to_recordset(calculation->'inputs')
      AS input(name text, value text, unit text)
  )
  SELECT place.suffix, held.unit, held.value::numeric, price.value::numeric, smallest.value::numeric
  FROM generate_series(1, 20) number
  CROSS JOIN LATERAL (SELECT CASE WHEN number = 1 THEN '' ELSE '_' || number END AS suffix) place
  JOIN inputs held ON held.name = 'collateral_quantity' || place.suffix
  LEFT JOIN inputs price ON price.name = 'collateral_price' || place.suffix
  LEFT JOIN inputs smallest ON smallest.name = 'collateral_unit' || place.suffix
  ORDER BY number
$$;

-- The values of the inputs, by name.
CREATE OR REPLACE FUNCTION pg_temp.inputs(calculation jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_object_agg(input->>'name', input->'value')
  FROM jsonb_array_elements(calculation->'inputs') input
$$;

-- What a close-out in part would discharge and keep. `discharged` is null if it can only be full.
CREATE OR REPLACE FUNCTION pg_temp.part(inputs jsonb, calculation jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  held record;
  quantity numeric := inputs->>'asset_quantity';
  price numeric := inputs->>'asset_price';
  factor numeric := 1 - (inputs->>'close_out_discount')::numeric;
  haircut_factor numeric := 1 - coalesce((inputs->>'haircut')::numeric, 0);
  percent numeric :=
    CASE WHEN inputs ? 'haircut' THEN 100 ELSE (inputs->>'requirement_percent')::numeric END;
  threshold numeric := inputs->>'threshold_usd';
  credited_price numeric;
  less_threshold numeric;
  shortfall numeric;
  restored_factor numeric;
  discharged numeric;
  kept numeric;
  steps jsonb;
BEGIN
  IF inputs->>'to_requirement' NOT IN ('true', 'false') THEN
    RAISE 'to_requirement is neither true nor false: %', inputs->'to_requirement';
  END IF;
  IF inputs->>'to_requirement' = 'false' THEN
    RETURN jsonb_build_object('steps', '[]'::jsonb);
  END IF;
  less_threshold := quantity * coalesce(price, 0) * percent * 0.01 - threshold;
  steps := pg_temp.named('required_percent', percent)
    || pg_temp.named('haircut_factor', haircut_factor)
    || pg_temp.named('requirement_less_threshold', less_threshold)
    || pg_temp.named('required', greatest(0, less_threshold));
  SELECT * INTO held FROM pg_temp.collateral(calculation);
  IF inputs ? 'collateral_quantity_2' OR held.price IS NULL OR price IS NULL THEN
    RETURN jsonb_build_object('steps', steps);
  END IF;
  credited_price := held.price * haircut_factor;
  shortfall := greatest(0, less_threshold) - held.quantity * credited_price;
  restored_factor := percent * 0.01 * factor - haircut_factor;
  steps := steps || pg_temp.named('credited_price', credited_price)
    || pg_temp.named('credited', held.quantity * credited_price)
    || pg_temp.named('shortfall', shortfall)
    || pg_temp.named('restored_fraction', round(restored_factor * 1e80 / factor) * 1e-80);
  IF shortfall > 0 AND restored_factor > 0 THEN
    discharged := pg_temp.rounded_up(
      (shortfall + held.unit * credited_price) * factor,
      price * restored_factor,
      (inputs->>'asset_unit')::numeric
    );
    kept := pg_temp.rounded_up(discharged * price, held.price * factor, held.unit);
    steps := steps || pg_temp.named('part_discharged', discharged)
      || pg_temp.named('part_kept', kept);
  END IF;
  IF discharged < quantity AND kept <= held.quantity THEN
    steps := steps || pg_temp.named('discharged_quantity', discharged);
  ELSE
    discharged := NULL;
  END IF;
  RETURN jsonb_build_object('steps', steps, 'discharged', discharged, 'percent', percent,
    'threshold', threshold, 'credited_price', credited_price);
END
$$;

-- What remains after a close-out in part.
CREATE OR REPLACE FUNCTION pg_temp.after(inputs jsonb, part jsonb, collateral numeric)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  asset numeric := (inputs->>'asset_quantity')::numeric - (part->>'discharged')::numeric;
  required numeric := greatest(0, asset * (inputs->>'asset_price')::numeric
    * (part->>'percent')::numeric * 0.01 - (part->>'threshold')::numeric);
  credited numeric := collateral * (part->>'credited_price')::numeric;
BEGIN
  RETURN pg_temp.named('asset_after', asset) || pg_temp.named('collateral_after', collateral)
    || pg_temp.named('required_after', required) || pg_temp.named('credited_after', credited)
    || pg_temp.named('excess_after', credited - required);
END
$$;

-- The statement that follows from the inputs. Its figures are numbers.
CREATE OR REPLACE FUNCTION pg_temp.recomputed(calculation jsonb)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  inputs jsonb := pg_temp.inputs(calculation);
  asset text := (
    SELECT input->>'unit' FROM jsonb_array_elements(calculation->'inputs') input
    WHERE input->>'name' = 'asset_quantity'
  );
  by_lender boolean := inputs->>'in_default' = 'lender';
  quantity numeric := inputs->>'asset_quantity';
  price numeric := inputs->>'asset_price';
  unit numeric := inputs->>'asset_unit';
  accrued numeric := pg_temp.accrued(calculation, inputs->>'day_count', unit);
  less_paid numeric := accrued - (inputs->>'interest_paid')::numeric;
  owed numeric := greatest(0, less_paid);
  part jsonb := pg_temp.part(inputs, calculation);
  in_part boolean := part->>'discharged' IS NOT NULL;
  claim numeric;
  held record;
  net numeric;
  taken numeric;
  remaining numeric;
  covered numeric := 0;
  kept jsonb := '[]';
  back jsonb := '[]';
  as_asset numeric := 0;
  as_interest numeric := 0;
  discharged numeric := coalesce((part->>'discharged')::numeric, quantity);
  residual numeric;
  steps jsonb := pg_temp.named('interest_accrued', accrued)
    || pg_temp.named('interest_accrued_less_paid', less_paid)
    || pg_temp.named('interest_owed', owed) || (part->'steps');
BEGIN
  claim := CASE
    WHEN in_part THEN discharged * price
    WHEN by_lender THEN (
      SELECT coalesce(sum(c.quantity * c.price), 0) FROM pg_temp.collateral(calculation) c
    )
    WHEN quantity + owed = 0 THEN 0
    ELSE (quantity + owed) * price
  END;
  steps := steps || pg_temp.named('claim', claim);
  FOR held IN
    SELECT * FROM pg_temp.collateral(calculation) WHERE NOT by_lender
    UNION ALL SELECT '', asset, quantity + owed, price, unit WHERE by_lender
  LOOP
    remaining := greatest(0, claim - covered);
    IF held.price IS NULL THEN
      taken := 0;
    ELSE
      net := held.price * (1 - (inputs->>'close_out_discount')::numeric);
      taken := least(held.quantity, pg_temp.rounded_up(remaining, net, held.unit));
      covered := covered + taken * net;
      steps := steps || pg_temp.named('net_price' || held.suffix, net);
      IF held.suffix <> '' THEN
        steps := steps || pg_temp.named('claim_left' || held.suffix, remaining);
      END IF;
    END IF;
    steps := steps || pg_temp.named('kept_quantity' || held.suffix, taken);
    remaining := held.quantity - taken;
    IF by_lender THEN
      as_asset := least(remaining, quantity);
      as_interest := remaining - as_asset;
      discharged := quantity - as_asset;
      back := pg_temp.named('back', remaining) || pg_temp.named('back_quantity', as_asset)
        || pg_temp.named('back_interest', as_interest);
    ELSIF in_part THEN
      back := pg_temp.after(inputs, part, remaining);
    ELSE
      as_asset := remaining;
      back := back || pg_temp.named('back_quantity' || held.suffix, remaining);
    END IF;
    kept := kept || jsonb_build_object(
      'asset', held.asset, 'kept_quantity', taken, 'back_quantity', as_asset
    );
  END LOOP;
  steps := steps || back;
  IF NOT in_part THEN
    steps := steps || pg_temp.named('discharged_quantity', discharged);
  END IF;
  residual := trunc(greatest(0, claim - covered), 2);
  steps := steps || pg_temp.named('overshoot', greatest(0, covered - claim))
    || pg_temp.named('residual_claim', residual);
  RETURN jsonb_build_object(
    'formula_version', '1',
    'in_default', inputs->'in_default',
    'scope', CASE WHEN in_part THEN 'to_requirement' ELSE 'full' END,
    'provisional', inputs->>'provisional' = 'true',
    'lender_id', inputs->'lender',
    'borrower_id', inputs->'borrower',
    'asset', asset,
    'asset_quantity', quantity,
    'asset_price_usd', price,
    'interest_owed', owed,
    'collateral', (
      SELECT jsonb_agg(jsonb_build_object(
        'asset', c.asset, 'quantity', c.quantity, 'price_usd', c.price
      ))
      FROM pg_temp.collateral(calculation) c
    ),
    'discount', (inputs->>'close_out_discount')::numeric,
    'price_source', inputs->'price_source',
    'price_time', inputs->'price_time'
  ) || jsonb_build_object(
    'claim_usd', claim,
    'kept', kept,
    'overshoot_usd', greatest(0, covered - claim),
    'back_interest', as_interest,
    'discharged_quantity', discharged,
    'residual_claim_usd', residual,
    'steps', steps
  );
END
$$;

-- Every member with its place. Elements that have a name are placed by it and by their number.
CREATE OR REPLACE FUNCTION pg_temp.leaves(place text, value jsonb)
RETURNS TABLE (member text, leaf jsonb) LANGUAGE plpgsql AS $$
BEGIN
  IF jsonb_typeof(value) = 'object' AND value <> '{}' THEN
    RETURN QUERY SELECT found.* FROM jsonb_each(value) entry
      CROSS JOIN LATERAL pg_temp.leaves(concat_ws('.', place, entry.key), entry.value) found;
  ELSIF jsonb_typeof(value) = 'array' AND value <> '[]' THEN
    RETURN QUERY SELECT found.* FROM jsonb_array_elements(value) WITH ORDINALITY entry(item, number)
      CROSS JOIN LATERAL
        pg_temp.leaves(concat_ws('.', place, number - 1, item->>'name'), item) found;
  ELSE
    RETURN QUERY SELECT place, value;
  END IF;
END
$$;

-- A figure equals a text with the same value. The fraction has more digits than a step shows.
CREATE OR REPLACE FUNCTION pg_temp.equals(member text, expected jsonb, actual jsonb)
RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN jsonb_typeof(expected) <> 'number' THEN expected IS NOT DISTINCT FROM actual
    WHEN actual #>> '{}' !~ '^-?[0-9]+([.][0-9]+)?$' OR jsonb_typeof(actual) <> 'string' THEN false
    WHEN member LIKE '%.restored_fraction.value'
      THEN abs((actual #>> '{}')::numeric - expected::numeric) < 1e-50
    ELSE (actual #>> '{}')::numeric = expected::numeric
  END
$$;

-- The claimed statement, with of its calculation only what is recomputed.
CREATE OR REPLACE FUNCTION pg_temp.compared(claimed jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT claimed - 'calculation' || jsonb_build_object(
    'formula_version', claimed->'calculation'->'formula_version',
    'steps', jsonb_agg(jsonb_build_object('name', step->'name', 'value', step->'value'))
  )
  FROM jsonb_array_elements(claimed->'calculation'->'steps') step
$$;

-- What differs in one statement, and which of its `worked` figures no step has.
CREATE OR REPLACE FUNCTION pg_temp.differences(one jsonb)
RETURNS TABLE (difference text) LANGUAGE plpgsql AS $$
DECLARE
  claimed jsonb := coalesce(one->'statement', one);
  recomputed jsonb := pg_temp.recomputed(claimed->'calculation');
BEGIN
  RETURN QUERY SELECT format('statement.%s: %s expected, not %s', member,
      coalesce(expected.leaf #>> '{}', 'nothing'), coalesce(actual.leaf #>> '{}', 'nothing'))
    FROM pg_temp.leaves(NULL, recomputed) expected
    FULL JOIN pg_temp.leaves(NULL, pg_temp.compared(claimed)) actual USING (member)
    WHERE pg_temp.equals(member, expected.leaf, actual.leaf) IS NOT TRUE
    ORDER BY member;
  RETURN QUERY SELECT format('asset_quantity: %s is no multiple of its unit', asset_quantity)
    FROM jsonb_to_record(pg_temp.inputs(claimed->'calculation'))
      AS input(asset_quantity numeric, asset_unit numeric)
    WHERE mod(asset_quantity, asset_unit) <> 0;
  RETURN QUERY SELECT
      format('collateral_quantity%s: %s is no multiple of its unit', held.suffix, held.quantity)
    FROM pg_temp.collateral(claimed->'calculation') held
    WHERE mod(held.quantity, held.unit) <> 0;
  RETURN QUERY SELECT format('worked.%s: %s expected', figure.key, figure.value)
    FROM jsonb_each_text(one->'worked'->'steps') figure
    WHERE NOT recomputed->'steps' @> pg_temp.named(figure.key, figure.value::numeric);
END
$$;

-- What differs.
SELECT count(difference) AS found, count(difference) > 0 AS differs,
  string_agg(difference, E'\n') AS differences
FROM jsonb_path_query(:'claimed', '$[*]') one
CROSS JOIN LATERAL pg_temp.differences(one) \gset
\if :differs
  \echo :differences
  \echo differences: :found
  DO $$ BEGIN RAISE 'The statement does not follow from its inputs.'; END $$;
\else
  \echo recomputed: equal
\endif
