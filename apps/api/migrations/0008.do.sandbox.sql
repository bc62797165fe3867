-- A sandbox: a book whose time moves only when it is told to. One row, where there is one.
CREATE TABLE sandbox (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  seed text NOT NULL CHECK (length(seed) BETWEEN 1 AND 100),
  time timestamptz(3) NOT NULL,
  -- How often it was started: the ids of each start are others.
  starts integer NOT NULL DEFAULT 0
);

-- What sources will quote, from when on.
CREATE TABLE sandbox_prices (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL CHECK (length(source) BETWEEN 1 AND 64),
  price_usd usd_price NOT NULL,
  time timestamptz(3) NOT NULL
);
CREATE INDEX ON sandbox_prices (time, sequence);

GRANT SELECT, INSERT, UPDATE ON sandbox TO vadium_service;
GRANT SELECT, INSERT ON sandbox_prices TO vadium_service;
