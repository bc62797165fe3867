-- Every book is made by its operations, because a scenario is played and no longer inserted. So
-- what only an inserted book left empty is never null.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

DO $$
BEGIN
  IF EXISTS (SELECT FROM orders o WHERE NOT EXISTS (
      SELECT FROM state_changes s
      WHERE s.machine = 'order' AND s.resource_id = o.id AND s.from_state IS NULL)) THEN
    RAISE EXCEPTION 'This database holds a book from a scenario file of an earlier format, whose orders have no history, so it cannot be upgraded: use a new, empty database (with npm start: remove the folder data/postgres), or keep the earlier program.';
  END IF;
END
$$;

ALTER TABLE orders
  ALTER collateral_quantity SET NOT NULL,
  ALTER expire_at SET NOT NULL;

ALTER TABLE mark_to_market_requests
  ALTER creator_id SET NOT NULL,
  ALTER asset_price_usd SET NOT NULL,
  ALTER collateral_price_usd SET NOT NULL,
  ALTER calculation_id SET NOT NULL,
  ALTER expire_at SET NOT NULL;

ALTER TABLE order_requests
  ALTER creator_id SET NOT NULL,
  ALTER expire_at SET NOT NULL,
  ADD CONSTRAINT a_rerate_names_a_rate CHECK ((kind = 'rerate') = (rate_percent IS NOT NULL)),
  ADD CONSTRAINT a_return_is_whole_or_not CHECK ((kind = 'rerate') = (whole IS NULL));
DROP INDEX order_requests_one_asked, order_requests_one_moving;
-- On each side of a position, one request may await an answer, so a request of the borrower cannot
-- prevent a recall. One request at a time moves the asset.
CREATE UNIQUE INDEX order_requests_one_asked ON order_requests (position_id, creator_id)
  WHERE status = 'PENDING';
CREATE UNIQUE INDEX order_requests_one_moving ON order_requests (position_id)
  WHERE kind <> 'rerate' AND status IN ('ACCEPTED', 'IN_PROGRESS');

ALTER TABLE interest_changes ALTER order_request_id SET NOT NULL;

ALTER TABLE journal_transactions
  DROP CONSTRAINT journal_transactions_check,
  DROP CONSTRAINT journal_transactions_kind_check,
  ADD CONSTRAINT journal_transactions_kind_check CHECK (kind IN ('instruct', 'settle', 'revert')),
  ALTER transfer_id SET NOT NULL;

ALTER TABLE chat_entries
  ADD CONSTRAINT an_action_has_a_creator CHECK ((kind = 'action') = (creator_id IS NOT NULL));
