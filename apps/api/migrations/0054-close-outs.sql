-- Declared defaults and their close-outs. Constraints of large tables are not validated here, and
-- their indexes are not built here: either would read the tables under a lock.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TABLE close_outs (
  id uuid PRIMARY KEY,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- The declarer. The other side is in default.
  creator_id uuid NOT NULL,
  cause text NOT NULL CHECK (cause IN ('LIQUIDATION_LEVEL')),
  status text NOT NULL CHECK (status IN ('NOTICE', 'CLOSING_OUT', 'CLAIM_OPEN', 'SETTLED', 'CURED',
    'WITHDRAWN')),
  note text CHECK (length(note) BETWEEN 1 AND 500),
  -- Which time it was that the position had fallen to its liquidation level, and since when.
  occasion integer NOT NULL CHECK (occasion > 0),
  fact_since timestamptz(3) NOT NULL,
  earliest_terminate_at timestamptz(3) NOT NULL,
  terminated_at timestamptz(3),
  -- The figures of the termination, as the API shows them.
  statement json,
  excess_late boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (creator_id IN (lender_id, borrower_id)),
  CONSTRAINT a_termination_has_a_statement CHECK ((status IN ('CLOSING_OUT', 'CLAIM_OPEN', 'SETTLED'))
    = (terminated_at IS NOT NULL) AND (terminated_at IS NULL) = (statement IS NULL)),
  FOREIGN KEY (position_id, lender_id, borrower_id)
    REFERENCES positions (id, lender_id, borrower_id),
  UNIQUE (id, lender_id, borrower_id)
);
-- One notice of a cause by each side of a deal, and one close-out of a deal that is not over.
CREATE UNIQUE INDEX close_outs_one_notice ON close_outs (position_id, creator_id, cause)
  WHERE status = 'NOTICE';
CREATE UNIQUE INDEX close_outs_one_terminated ON close_outs (position_id)
  WHERE status IN ('CLOSING_OUT', 'CLAIM_OPEN');
CREATE INDEX close_outs_open ON close_outs (status)
  WHERE status IN ('NOTICE', 'CLOSING_OUT', 'CLAIM_OPEN');
CREATE INDEX close_outs_lender_ids ON close_outs (lender_id, id);
CREATE INDEX close_outs_borrower_ids ON close_outs (borrower_id, id);
CREATE INDEX close_outs_lender_newest ON close_outs (lender_id, created_at DESC, id DESC);
CREATE INDEX close_outs_borrower_newest ON close_outs (borrower_id, created_at DESC, id DESC);
CREATE INDEX close_outs_position_newest ON close_outs (position_id, created_at DESC, id DESC);

GRANT SELECT, INSERT, UPDATE ON close_outs TO vadium_service;
ALTER TABLE close_outs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON close_outs TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON close_outs TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

ALTER TABLE orders
  DROP CONSTRAINT orders_status_check,
  ADD CONSTRAINT orders_status_check CHECK (status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING',
    'ACTIVE', 'CLOSING', 'CLOSED', 'CLOSED_OUT', 'REJECTED', 'CANCELLED', 'EXPIRED', 'FAILED'))
    NOT VALID;

-- What bore interest until a close-out. A close that has returned the asset has its transfers. A
-- column of the domain `quantity` would rewrite the table under a lock: this constraint is the same.
ALTER TABLE positions
  ADD COLUMN interest_quantity numeric,
  ADD CONSTRAINT interest_quantity_is_a_quantity CHECK (interest_quantity >= 0
    AND interest_quantity < 1e20 AND scale(interest_quantity) <= 20) NOT VALID;

ALTER TABLE transfers
  ADD COLUMN close_out_id uuid,
  ADD CONSTRAINT transfers_close_out_fkey FOREIGN KEY (close_out_id, lender_id, borrower_id)
    REFERENCES close_outs (id, lender_id, borrower_id) NOT VALID,
  ADD CONSTRAINT only_what_goes_back_is_of_a_close_out
    CHECK (close_out_id IS NULL OR category = 'liquidation') NOT VALID;

-- A close-out gives what is kept to the declarer, without a transfer. What the party in default has
-- received outside of the service settles without one, too.
ALTER TABLE journal_transactions
  ALTER COLUMN transfer_id DROP NOT NULL,
  ADD COLUMN close_out_id uuid,
  ADD CONSTRAINT journal_transactions_close_out_fkey
    FOREIGN KEY (close_out_id, lender_id, borrower_id)
    REFERENCES close_outs (id, lender_id, borrower_id) NOT VALID,
  DROP CONSTRAINT journal_transactions_kind_check,
  ADD CONSTRAINT journal_transactions_kind_check
    CHECK (kind IN ('instruct', 'settle', 'revert', 'appropriate')) NOT VALID,
  ADD CONSTRAINT of_a_transfer_or_a_close_out
    CHECK (num_nonnulls(transfer_id, close_out_id) = 1
      AND (close_out_id IS NULL OR kind IN ('appropriate', 'settle'))
      AND (transfer_id IS NULL OR kind <> 'appropriate')) NOT VALID;

CREATE OR REPLACE FUNCTION book_figures(at timestamptz, age_seconds_max integer, assets_max integer)
  RETURNS TABLE (figure text, kind text, state text, value double precision)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path FROM CURRENT AS $$
  SELECT refuse_to_organizations();
  SELECT 'open', 'agreement_version', v.state, count(*) FROM agreement_versions v
  WHERE v.state = 'PROPOSED' GROUP BY v.state
  UNION ALL
  SELECT 'open', 'approval', p.state, count(*) FROM approvals p
  WHERE p.state IN ('PENDING', 'APPROVED') GROUP BY p.state
  UNION ALL
  SELECT 'open', 'order', o.status, count(*) FROM orders o
  WHERE o.status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING')
    GROUP BY o.status
  UNION ALL
  SELECT 'open', 'position', p.status, count(*) FROM positions p
  WHERE p.status IN ('OPENING', 'ACTIVE', 'CLOSING') GROUP BY p.status
  UNION ALL
  SELECT 'open', 'mark_to_market_request', m.status, count(*) FROM mark_to_market_requests m
  WHERE m.status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'IN_PROGRESS', 'DISPUTED', 'FAILED')
    GROUP BY m.status
  UNION ALL
  SELECT 'open', 'order_request', r.status, count(*) FROM order_requests r
  WHERE r.status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS') GROUP BY r.status
  UNION ALL
  SELECT 'open', 'close_out', c.status, count(*) FROM close_outs c
  WHERE c.status IN ('NOTICE', 'CLOSING_OUT', 'CLAIM_OPEN') GROUP BY c.status
  UNION ALL
  -- A transfer that has not ended has an instruction that has not ended.
  SELECT 'open', 'transfer', t.status, count(*) FROM instructions i JOIN transfers t
    ON t.id = i.transfer_id
  WHERE (i.due_at IS NOT NULL OR i.stalled) AND t.status IN ('PENDING', 'IN_PROGRESS')
    GROUP BY t.status
  UNION ALL
  SELECT 'instructions', '', CASE WHEN i.stalled THEN 'stalled' WHEN i.due_at <= at THEN 'due'
    ELSE 'waiting' END,
    count(*) FROM instructions i WHERE i.due_at IS NOT NULL OR i.stalled GROUP BY 3
  UNION ALL
  SELECT 'instruction_overdue_seconds', '', '', extract(epoch FROM at - min(i.due_at))
  FROM instructions i WHERE i.due_at <= at
  UNION ALL
  SELECT 'deadlines_overdue', '', '', count(*) FROM deadlines d WHERE d.due_at <= at
  UNION ALL
  SELECT 'deadline_overdue_seconds', '', '', extract(epoch FROM at - min(d.due_at))
  FROM deadlines d WHERE d.due_at <= at
  UNION ALL
  SELECT 'prices', '', CASE WHEN n.newest IS NULL THEN 'missing'
      WHEN n.newest < at - make_interval(secs => age_seconds_max) THEN 'stale'
        ELSE 'current' END, count(*)
  FROM assets a
  LEFT JOIN LATERAL (SELECT max(l.observed_at) newest FROM latest_prices l
    WHERE l.asset = a.symbol) n ON true
  GROUP BY 3
  UNION ALL
  SELECT 'prices_held', '', '', count(*) FROM held_prices
  UNION ALL
  (SELECT 'price_age_seconds', l.asset, '', extract(epoch FROM at - max(l.observed_at))
    FROM latest_prices l GROUP BY l.asset ORDER BY l.asset COLLATE "C" LIMIT assets_max)
$$;
