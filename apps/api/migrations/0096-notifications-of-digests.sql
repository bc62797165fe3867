-- Which notifications each digest has, so that `vadium-api check` finds every one in one mail.

-- For functions that are triggers. Temporary tables come last, so that they replace no table that a
-- function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- Of 0095. Reading the table keeps nobody waiting.
ALTER TABLE webhook_deliveries VALIDATE CONSTRAINT webhook_deliveries_format_check;

ALTER TABLE mail_addresses
  -- The places in the log of what the next digest has or leaves out.
  ADD COLUMN digest_positions bigint[] NOT NULL DEFAULT '{}',
  ADD COLUMN digest_nonces bigint[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT has_whole_places_of_a_digest
    CHECK (cardinality(digest_positions) = cardinality(digest_nonces));

-- The same of a digest that was made. Null: another mail, or one of an older release.
ALTER TABLE mail_deliveries
  ADD COLUMN digest_positions bigint[],
  ADD COLUMN digest_nonces bigint[],
  ADD CONSTRAINT has_whole_places_of_a_digest
    CHECK (coalesce(cardinality(digest_positions), -1) = coalesce(cardinality(digest_nonces), -1)),
  ADD CONSTRAINT has_places_of_a_digest CHECK (kind = 'digest' OR digest_positions IS NULL);

CREATE OR REPLACE FUNCTION keep_mail_delivery() RETURNS trigger LANGUAGE plpgsql
  SET search_path FROM CURRENT AS $$
BEGIN
  IF OLD.state <> 'QUEUED' OR (NEW.id, NEW.address_id, NEW.organization_id, NEW.address_hash,
    NEW.kind, NEW.position, NEW.notification_id, NEW.message_id, NEW.subject, NEW.body,
    NEW.created_at, NEW.digest_positions, NEW.digest_nonces) IS DISTINCT FROM (OLD.id, OLD.address_id, OLD.organization_id,
    OLD.address_hash, OLD.kind, OLD.position, OLD.notification_id, OLD.message_id, OLD.subject,
    OLD.body, OLD.created_at, OLD.digest_positions, OLD.digest_nonces)
  THEN
    RAISE EXCEPTION 'permission denied: the mail % does not change so', NEW.id
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;

-- Of what was put into digests before, nothing is recorded.
UPDATE mail_addresses SET filtered_from = position WHERE state = 'ACTIVE';
