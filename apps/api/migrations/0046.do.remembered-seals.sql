-- The installation remembers that its secrets are sealed. If somebody replaces every one of them, a
-- start does not take them for those of an earlier version.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

ALTER TABLE installation ADD COLUMN secrets_sealed boolean NOT NULL DEFAULT false;

-- No sealed value is as short as one that is not. A new database has none, and never gets one.
UPDATE installation SET secrets_sealed = NOT EXISTS (
  SELECT FROM service_secrets WHERE octet_length(value) <= 64
  UNION ALL
  SELECT FROM webhook_endpoints WHERE least(octet_length(secret), octet_length(old_secret)) <= 64);
