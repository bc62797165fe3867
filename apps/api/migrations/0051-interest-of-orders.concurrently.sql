-- Each position shows what interest was paid. An order has many transfers, of which few are interest.
CREATE INDEX CONCURRENTLY transfers_of_interest ON transfers (order_id)
  WHERE category = 'interest';
