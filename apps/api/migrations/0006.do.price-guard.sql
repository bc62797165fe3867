-- When a quote began to count. Null: it never did, because it was held, or came after a newer one.
ALTER TABLE prices ADD COLUMN accepted_at timestamptz(3);
UPDATE prices SET accepted_at = received_at;

-- latest_prices holds the newest quote of each source that counts. Here stands what a source has quoted
-- since, where it jumped too far to count before somebody confirms it.
CREATE TABLE held_prices (
  asset text NOT NULL REFERENCES assets,
  source text NOT NULL,
  price_usd usd_price NOT NULL,
  observed_at timestamptz(3) NOT NULL,
  -- When the source began to quote about this price.
  held_since timestamptz(3) NOT NULL,
  CHECK (held_since <= observed_at),
  PRIMARY KEY (asset, source)
);

GRANT UPDATE (accepted_at) ON prices TO vadium_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON held_prices TO vadium_service;
GRANT INSERT ON market_cuts TO vadium_service;
