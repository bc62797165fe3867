-- The other causes of defaults: an unmet call, a missed return and missed interest, with the terms
-- of their times. Tables that may be large are not read here.

ALTER TABLE margin_terms
  ADD COLUMN grace_seconds integer NOT NULL DEFAULT 86400
    CHECK (grace_seconds BETWEEN 3600 AND 2592000),
  ADD COLUMN dispute_time_seconds integer NOT NULL DEFAULT 86400
    CHECK (dispute_time_seconds BETWEEN 1 AND 2592000),
  -- Null: a recall binds only once it is accepted.
  ADD COLUMN recall_notice_seconds integer
    CHECK (recall_notice_seconds BETWEEN 1 AND 31536000),
  DROP CONSTRAINT margin_terms_default_causes_check,
  ADD CONSTRAINT margin_terms_default_causes_check CHECK (cardinality(default_causes) <= 4
    AND default_causes <@ ARRAY['UNMET_CALL', 'LIQUIDATION_LEVEL', 'MISSED_RETURN',
      'MISSED_INTEREST']);

-- What the fact of a notice is about: the position for the liquidation level, as in every row from
-- before these columns, the request of a call or a return, or the order.
ALTER TABLE close_outs
  DROP CONSTRAINT close_outs_cause_check,
  ADD CONSTRAINT close_outs_cause_check CHECK (cause IN ('UNMET_CALL', 'LIQUIDATION_LEVEL',
    'MISSED_RETURN', 'MISSED_INTEREST')) NOT VALID,
  -- Which time it was that the position had fallen to its liquidation level.
  ALTER COLUMN occasion DROP NOT NULL,
  ADD COLUMN fact_resource text NOT NULL DEFAULT 'position',
  -- Null: the position.
  ADD COLUMN fact_resource_id uuid,
  -- The day on which the interest was due.
  ADD COLUMN fact_due_on date,
  ADD CONSTRAINT a_fact_is_about_what_its_cause_says CHECK (
    (cause = 'LIQUIDATION_LEVEL') = (occasion IS NOT NULL)
    AND (cause = 'MISSED_INTEREST') = (fact_due_on IS NOT NULL)
    AND (fact_resource = 'position') = (fact_resource_id IS NULL)
    AND CASE cause WHEN 'LIQUIDATION_LEVEL' THEN fact_resource = 'position'
      WHEN 'UNMET_CALL' THEN fact_resource = 'mark_to_market_request'
      WHEN 'MISSED_INTEREST' THEN fact_resource = 'order'
      ELSE fact_resource IN ('order', 'order_request') END) NOT VALID;
