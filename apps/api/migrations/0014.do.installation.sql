-- Data of the whole installation. The owner reads and writes it at a start. The service has no
-- right to it.

-- The id of the installation, in one row. A proof of possession signs it, so that the proof is
-- invalid for another installation.
CREATE TABLE installation (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  is_only boolean NOT NULL DEFAULT true UNIQUE CHECK (is_only)
);
INSERT INTO installation DEFAULT VALUES;

-- Values that the processes on one database share, such as the key that authenticates page tokens.
CREATE TABLE service_secrets (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

-- The scenarios that were loaded. The same scenario is not loaded twice.
CREATE TABLE scenario_loads (
  digest bytea PRIMARY KEY,
  name text NOT NULL,
  loaded_at timestamptz(3) NOT NULL
);
