-- What a transaction of an organization cannot do, also where a statement of it is wrong.

-- Work for everybody is refused to it, webhooks, forgetting, streams and figures included.
DO $$
DECLARE
  worker regprocedure;
BEGIN
  FOREACH worker IN ARRAY ARRAY['claim_webhook_delivery', 'claim_webhook_deliveries',
    'webhook_endpoints_behind', 'forget_callbacks', 'forget_events', 'forget_idempotency_keys',
    'forget_notifications', 'forget_signatures', 'forget_webhook_deliveries', 'good_credentials',
    'preferences_of_accounts', 'sandbox_waiting_polls', 'put_off_sandbox_polls', 'book_figures',
    'webhook_figures']::regproc[]
  LOOP
    EXECUTE CASE (SELECT l.lanname FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.oid = worker)
      WHEN 'sql' THEN replace(pg_get_functiondef(worker), 'AS $function$',
        'AS $function$ SELECT refuse_to_organizations();')
      ELSE regexp_replace(pg_get_functiondef(worker), '\nBEGIN\n',
        E'\nBEGIN\n  PERFORM refuse_to_organizations();\n') END;
  END LOOP;
END
$$;

-- Reference data is the same for everybody: the service writes it, and the operator.
CREATE FUNCTION refuse_reference_data() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_organization() IS NOT NULL AND NOT acts_as_operator() THEN
    RAISE EXCEPTION 'an organization may not change %', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END
$$;
DO $$
DECLARE
  reference text;
BEGIN
  FOREACH reference IN ARRAY ARRAY['custodians', 'assets', 'prices', 'latest_prices', 'held_prices',
    'price_bases', 'price_sources', 'stale_prices', 'market_cuts', 'sandbox', 'sandbox_prices']
  LOOP
    EXECUTE format('CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data()', reference);
  END LOOP;
END
$$;

-- Contracts are recorded by the operator alone. Their parties read them.
DO $$
DECLARE
  contract text;
BEGIN
  FOREACH contract IN ARRAY ARRAY['margin_terms', 'agreements', 'agreement_versions']
  LOOP
    EXECUTE format('DROP POLICY parties ON %I', contract);
    EXECUTE format('CREATE POLICY parties ON %I FOR SELECT TO vadium_service
      USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]))', contract);
  END LOOP;
END
$$;

-- Only an operator makes another.
CREATE POLICY operators_by_operators ON credentials AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (role <> 'operator' OR (SELECT acts_as_operator()));

-- An organization writes no line into the audit trail of another. The operator does, for those it looks
-- after, and the service, for what changed nothing.
DROP POLICY append ON audit_entries;
CREATE POLICY append ON audit_entries FOR INSERT TO vadium_service
  WITH CHECK ((SELECT current_organization()) IS NULL OR (SELECT acts_as_operator()));
