-- Orders with a maturity, at which the service begins their close, and order requests of the kind
-- extend: another maturity. An active order has a `maturity` deadline as long as it has a maturity.

ALTER TABLE orders
  -- Null: open until a side closes it.
  ADD COLUMN maturity_at timestamptz(3);

ALTER TABLE order_requests
  -- The maturity that an extend asks for.
  ADD COLUMN maturity_at timestamptz(3),
  DROP CONSTRAINT order_requests_kind_check,
  ADD CONSTRAINT order_requests_kind_check
    CHECK (kind IN ('recall', 'return', 'rerate', 'amend', 'extend')),
  ADD CONSTRAINT an_extend_names_a_maturity
    CHECK ((kind = 'extend') = (maturity_at IS NOT NULL));
