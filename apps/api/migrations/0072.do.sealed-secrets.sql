-- Secrets are stored sealed (docs/security.md): longer than the secret by the id of the key, a nonce and a tag. What
-- an earlier version stored is sealed at the next start.
ALTER TABLE webhook_endpoints
  DROP CONSTRAINT webhook_endpoints_secret_check,
  DROP CONSTRAINT webhook_endpoints_old_secret_check,
  ADD CHECK (octet_length(secret) BETWEEN 24 AND 128),
  ADD CHECK (octet_length(old_secret) BETWEEN 24 AND 128);
