-- What the service can have the functions of the owner do.

-- An organization publishes for itself and for those it has an agreement or a deal with. The operator and the
-- service, in a transaction that belongs to nobody, publish for everybody.
CREATE FUNCTION refuse_strangers(readers uuid[]) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  own uuid := current_organization();
BEGIN
  IF own IS NULL OR acts_as_operator() THEN
    RETURN;
  END IF;
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT unnest(readers)) AS r (reader)
    WHERE reader <> own
      AND NOT EXISTS (SELECT FROM agreements a
        WHERE (a.lender_id, a.borrower_id) IN ((own, reader), (reader, own)))
      AND NOT EXISTS (SELECT FROM orders o
        WHERE (o.lender_id, o.borrower_id) IN ((own, reader), (reader, own))))
  THEN
    RAISE EXCEPTION 'an organization may not publish for strangers'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
END
$$;

DO $$
DECLARE
  worker regprocedure;
  served constant text := $condition$service_role() IN (session_user, current_setting('role'))$condition$;
BEGIN
  EXECUTE regexp_replace(pg_get_functiondef('append_events'::regproc), '\nBEGIN\n',
    E'\nBEGIN\n  PERFORM refuse_strangers(readers);\n');
  EXECUTE replace(pg_get_functiondef('add_notifications'::regproc), 'AS $function$',
    'AS $function$
  SELECT refuse_strangers(ARRAY(SELECT n.organization_id FROM jsonb_to_recordset(told) AS n (organization_id uuid)));');

  -- The service says how long something was to be kept, and that is a day at least.
  FOREACH worker IN ARRAY ARRAY['forget_events', 'forget_webhook_deliveries']::regproc[]
  LOOP
    EXECUTE regexp_replace(pg_get_functiondef(worker), '\nBEGIN\n', format(E'\nBEGIN\n'
      '  IF %s THEN\n    kept := greatest(kept, interval ''1 day'');\n  END IF;\n', served));
  END LOOP;
END
$$;

-- Deliveries are claimed in batches.
DROP FUNCTION claim_webhook_delivery(timestamptz, uuid, integer, interval);
