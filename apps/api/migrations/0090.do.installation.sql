-- Which installation this is. Who asks to have a key enrolled signs it, so that a proof for one installation is none for
-- another. There is one row, made here. It is read at the start by the owner; the service has no right to it.
CREATE TABLE installation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  is_only boolean NOT NULL DEFAULT true UNIQUE CHECK (is_only)
);
INSERT INTO installation DEFAULT VALUES;
