-- What belongs to the installation as a whole. It is read and written at the start by the owner;
-- the service has no right to it.

-- Which installation this is. Who asks to have a key enrolled signs it, so that a proof for one
-- installation is none for another. There is one row, made here.
CREATE TABLE installation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  is_only boolean NOT NULL DEFAULT true UNIQUE CHECK (is_only)
);
INSERT INTO installation DEFAULT VALUES;

-- What several processes on one database must share, such as the key that authenticates page
-- tokens.
CREATE TABLE service_secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

-- Which scenarios were loaded: the same again is not loaded twice.
CREATE TABLE scenario_loads (
  digest bytea PRIMARY KEY,
  name text NOT NULL,
  loaded_at timestamptz(3) NOT NULL
);
