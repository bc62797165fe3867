-- Terms are data and never change: an agreement's new version has new terms, and an order keeps the
-- ones it was accepted under.
CREATE TABLE margin_terms (
  id uuid PRIMARY KEY,
  lender_id uuid NOT NULL REFERENCES organizations,
  borrower_id uuid NOT NULL REFERENCES organizations,
  requirement_percent percent,
  haircut fraction,
  margin_call_percent percent NOT NULL,
  liquidation_percent percent NOT NULL,
  threshold_usd usd_amount NOT NULL,
  minimum_notional_top_up_usd usd_amount NOT NULL,
  minimum_notional_release_usd usd_amount NOT NULL,
  -- Null: the smallest unit of the collateral asset.
  lot_top_up quantity CHECK (lot_top_up > 0),
  lot_release quantity CHECK (lot_release > 0),
  day_count text NOT NULL CHECK (day_count IN ('ACT/360', 'ACT/365')),
  cure_time_seconds integer NOT NULL CHECK (cure_time_seconds > 0),
  dispute_tolerance_usd usd_amount,
  dispute_tolerance_percent percent,
  dispute_method text NOT NULL CHECK (dispute_method IN ('undisputed', 'split')),
  CHECK (num_nonnulls(requirement_percent, haircut) = 1),
  CHECK (num_nonnulls(dispute_tolerance_usd, dispute_tolerance_percent) = 1),
  CHECK (liquidation_percent < margin_call_percent),
  CHECK (lender_id <> borrower_id),
  UNIQUE (id, lender_id, borrower_id)
);

CREATE TABLE agreements (
  id uuid PRIMARY KEY,
  lender_id uuid NOT NULL REFERENCES organizations,
  borrower_id uuid NOT NULL REFERENCES organizations,
  CHECK (lender_id <> borrower_id),
  UNIQUE (id, lender_id, borrower_id)
);

CREATE TABLE agreement_versions (
  agreement_id uuid NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  terms_id uuid NOT NULL UNIQUE,
  effective_at timestamptz(3) NOT NULL,
  PRIMARY KEY (agreement_id, version),
  FOREIGN KEY (agreement_id, lender_id, borrower_id) REFERENCES agreements (id, lender_id, borrower_id),
  FOREIGN KEY (terms_id, lender_id, borrower_id) REFERENCES margin_terms (id, lender_id, borrower_id)
);

CREATE TABLE orders (
  id uuid PRIMARY KEY,
  number bigint NOT NULL UNIQUE CHECK (number > 0 AND number <= 9007199254740991),
  status text NOT NULL CHECK (status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING', 'ACTIVE',
    'CLOSING', 'CLOSED', 'REJECTED', 'CANCELLED', 'EXPIRED', 'FAILED')),
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  asset text NOT NULL REFERENCES assets,
  asset_quantity quantity NOT NULL CHECK (asset_quantity > 0),
  rate_percent numeric NOT NULL CHECK (rate_percent >= 0 AND rate_percent < 100000),
  collateral_asset text NOT NULL REFERENCES assets,
  collateral_type text NOT NULL CHECK (collateral_type IN ('BILATERAL', 'RESTRICTED', 'TRIPARTY')),
  terms_id uuid NOT NULL,
  lender_asset_wallet_id text NOT NULL REFERENCES wallets,
  lender_collateral_wallet_id text NOT NULL REFERENCES wallets,
  borrower_asset_wallet_id text NOT NULL REFERENCES wallets,
  borrower_collateral_wallet_id text NOT NULL REFERENCES wallets,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (asset <> collateral_asset),
  FOREIGN KEY (terms_id, lender_id, borrower_id) REFERENCES margin_terms (id, lender_id, borrower_id),
  UNIQUE (id, lender_id, borrower_id),
  UNIQUE (id, number),
  UNIQUE (id, asset),
  UNIQUE (id, collateral_asset)
);
CREATE INDEX ON orders (lender_id);
CREATE INDEX ON orders (borrower_id);

CREATE TABLE positions (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL UNIQUE,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('OPENING', 'ACTIVE', 'CLOSING', 'CLOSED')),
  asset_quantity quantity NOT NULL,
  -- Settled collateral. What is in transit is known from the transfers.
  collateral_quantity quantity NOT NULL,
  -- The part of the settled collateral whose worth is disputed, and which is not credited.
  collateral_disputed_quantity quantity NOT NULL DEFAULT 0,
  price_at_last_m2m_usd usd_price NOT NULL,
  last_m2m_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK (collateral_disputed_quantity <= collateral_quantity),
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id),
  UNIQUE (id, lender_id, borrower_id)
);
CREATE INDEX ON positions (lender_id);
CREATE INDEX ON positions (borrower_id);

CREATE TABLE mark_to_market_requests (
  id uuid PRIMARY KEY,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING_ACCEPTANCE', 'ACCEPTED', 'IN_PROGRESS',
    'COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED', 'DISPUTED', 'FAILED')),
  direction text NOT NULL CHECK (direction IN ('TopUp', 'Release')),
  collateral_amount quantity NOT NULL CHECK (collateral_amount > 0),
  notional_usd usd_amount NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions (id, lender_id, borrower_id)
);
CREATE INDEX ON mark_to_market_requests (position_id);
-- One request awaiting an answer a position.
CREATE UNIQUE INDEX mark_to_market_requests_one_pending ON mark_to_market_requests (position_id)
  WHERE status = 'PENDING_ACCEPTANCE';

CREATE TABLE order_requests (
  id uuid PRIMARY KEY,
  position_id uuid NOT NULL,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('recall', 'return', 'rerate')),
  status text NOT NULL CHECK (status IN ('PENDING', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED',
    'REJECTED', 'CANCELLED', 'EXPIRED')),
  quantity quantity,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CHECK ((kind = 'rerate') = (quantity IS NULL)),
  FOREIGN KEY (position_id, lender_id, borrower_id) REFERENCES positions (id, lender_id, borrower_id)
);
CREATE INDEX ON order_requests (position_id);

CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  external_transfer_id text NOT NULL UNIQUE CHECK (length(external_transfer_id) BETWEEN 1 AND 128),
  category text NOT NULL CHECK (category IN ('open', 'm2m', 'return', 'close', 'interest', 'liquidation')),
  status text NOT NULL CHECK (status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED')),
  token text NOT NULL REFERENCES assets,
  quantity quantity NOT NULL CHECK (quantity > 0),
  notional_usd usd_amount NOT NULL,
  order_id uuid NOT NULL,
  order_number bigint NOT NULL,
  -- What of the deal moves. Only collateral counts in a margin call.
  leg text NOT NULL CHECK (leg IN ('asset', 'collateral', 'interest')),
  asset_token text GENERATED ALWAYS AS (CASE leg WHEN 'asset' THEN token END) STORED,
  collateral_token text GENERATED ALWAYS AS (CASE leg WHEN 'collateral' THEN token END) STORED,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  create_time timestamptz(3) NOT NULL,
  update_time timestamptz(3) NOT NULL,
  sender_organization_id uuid NOT NULL REFERENCES organizations,
  sender_custodian_id text NOT NULL REFERENCES custodians,
  sender_wallet_address text NOT NULL,
  receiver_organization_id uuid NOT NULL REFERENCES organizations,
  receiver_custodian_id text NOT NULL REFERENCES custodians,
  receiver_wallet_address text NOT NULL,
  provider text NOT NULL REFERENCES custodians,
  provider_request_state text,
  provider_state text NOT NULL CHECK (provider_state IN ('pending_submission', 'pending_provider_approval',
    'pending_provider_signature', 'broadcasting', 'confirming', 'completed', 'failed', 'rejected', 'cancelled')),
  provider_label text NOT NULL,
  -- The transfer as it leaves on the wire, written with each change: a listing only joins these texts.
  document text NOT NULL,
  CHECK (update_time >= create_time),
  -- A transfer moves what its order is about, between its parties: a preview counts on it.
  FOREIGN KEY (order_id, order_number) REFERENCES orders (id, number),
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id),
  FOREIGN KEY (order_id, asset_token) REFERENCES orders (id, asset),
  FOREIGN KEY (order_id, collateral_token) REFERENCES orders (id, collateral_asset),
  CONSTRAINT between_the_parties CHECK (
    (sender_organization_id, receiver_organization_id) IN ((lender_id, borrower_id), (borrower_id, lender_id))
  ),
  CONSTRAINT document_agrees CHECK (
    (document::jsonb ->> 'id')::uuid = id
    AND document::jsonb ->> 'status' = status
    AND document::jsonb ->> 'token' = token
    AND (document::jsonb -> 'quantity')::numeric = quantity
    AND (document::jsonb -> 'order_id')::bigint = order_number
    AND document::jsonb #>> '{sender,organization_id}' = 'organizations/' || sender_organization_id
    AND document::jsonb #>> '{receiver,organization_id}' = 'organizations/' || receiver_organization_id
  )
);

-- The listing reads one side of the transfers at a time, newest first, so each filter has an index a
-- side that already stands in the order of the answer.
CREATE INDEX transfers_sender ON transfers (sender_organization_id, create_time DESC, id DESC);
CREATE INDEX transfers_receiver ON transfers (receiver_organization_id, create_time DESC, id DESC);
CREATE INDEX transfers_parties ON transfers (sender_organization_id, receiver_organization_id, create_time DESC, id DESC);
CREATE INDEX transfers_sender_status ON transfers (sender_organization_id, status, create_time DESC, id DESC);
CREATE INDEX transfers_receiver_status ON transfers (receiver_organization_id, status, create_time DESC, id DESC);
CREATE INDEX transfers_sender_token ON transfers (sender_organization_id, token, create_time DESC, id DESC);
CREATE INDEX transfers_receiver_token ON transfers (receiver_organization_id, token, create_time DESC, id DESC);
CREATE INDEX transfers_sender_own_custodian ON transfers (sender_organization_id, sender_custodian_id, create_time DESC, id DESC);
CREATE INDEX transfers_sender_other_custodian ON transfers (sender_organization_id, receiver_custodian_id, create_time DESC, id DESC);
CREATE INDEX transfers_receiver_own_custodian ON transfers (receiver_organization_id, receiver_custodian_id, create_time DESC, id DESC);
CREATE INDEX transfers_receiver_other_custodian ON transfers (receiver_organization_id, sender_custodian_id, create_time DESC, id DESC);
CREATE INDEX transfers_sender_order ON transfers (sender_organization_id, order_number, create_time DESC, id DESC);
CREATE INDEX transfers_receiver_order ON transfers (receiver_organization_id, order_number, create_time DESC, id DESC);
-- What is in transit, which every preview counts.
CREATE INDEX transfers_collateral_in_transit ON transfers (order_id)
  WHERE leg = 'collateral' AND status IN ('PENDING', 'IN_PROGRESS');
