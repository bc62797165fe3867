-- Transfers between the sides of a deal.

CREATE TABLE transfers (
  id uuid PRIMARY KEY,
  external_transfer_id text NOT NULL UNIQUE CHECK (length(external_transfer_id) BETWEEN 1 AND 128),
  category text NOT NULL
    CHECK (category IN ('open', 'm2m', 'return', 'close', 'interest', 'liquidation')),
  status text NOT NULL
    CHECK (status IN ('PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED')),
  token text NOT NULL REFERENCES assets,
  quantity quantity NOT NULL CHECK (quantity > 0),
  notional_usd usd_amount NOT NULL,
  order_id uuid NOT NULL,
  order_number bigint NOT NULL,
  -- The part of the deal that moves. Only collateral counts in a margin call.
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
  provider_state text NOT NULL
    CHECK (provider_state IN ('pending_submission', 'pending_provider_approval',
      'pending_provider_signature', 'broadcasting', 'confirming', 'completed', 'failed', 'rejected',
      'cancelled')),
  provider_label text NOT NULL,
  mark_to_market_request_id uuid,
  order_request_id uuid,
  -- The failed transfer that this one replaces. A transfer is replaced at most once.
  replaces uuid REFERENCES transfers,
  -- The JSON text of the transfer, written with each change. A listing joins these texts.
  document text NOT NULL,
  -- Entries of indexes hold these instead of texts and ids. Two values may have the same number, so
  -- a row that an index finds is compared again. Only a status has a letter of its own.
  token_code smallint NOT NULL GENERATED ALWAYS AS ((hashtext(token) & 32767)::smallint) STORED,
  sender_code smallint NOT NULL
    GENERATED ALWAYS AS ((hashtext(sender_organization_id::text) & 32767)::smallint) STORED,
  receiver_code smallint NOT NULL
    GENERATED ALWAYS AS ((hashtext(receiver_organization_id::text) & 32767)::smallint) STORED,
  sender_custodian_code smallint NOT NULL
    GENERATED ALWAYS AS ((hashtext(sender_custodian_id) & 32767)::smallint) STORED,
  receiver_custodian_code smallint NOT NULL
    GENERATED ALWAYS AS ((hashtext(receiver_custodian_id) & 32767)::smallint) STORED,
  status_code "char" NOT NULL
    GENERATED ALWAYS AS (CASE status WHEN 'PENDING' THEN 'P'::"char" WHEN 'IN_PROGRESS' THEN 'I'
      WHEN 'COMPLETED' THEN 'C' WHEN 'FAILED' THEN 'F' WHEN 'REJECTED' THEN 'R' ELSE 'X'
      END) STORED,
  -- 0 for about one transfer in 512, otherwise null. How many entries an index has between two
  -- times is known from the milestones between them, without reading the entries.
  milestone smallint GENERATED ALWAYS AS (CASE WHEN right(id::text, 3) IN
    ('000', '200', '400', '600', '800', 'a00', 'c00', 'e00') THEN 0 END) STORED,
  -- From when a transfer that has not ended is late: a time after its first attempt was instructed,
  -- which all later attempts keep.
  late_at timestamptz(3) NOT NULL,
  CHECK (update_time >= create_time),
  CHECK (mark_to_market_request_id IS NULL OR category = 'm2m'),
  CHECK (order_request_id IS NULL OR category = 'return'),
  -- A transfer moves an asset of its order between the parties. A preview relies on this.
  FOREIGN KEY (order_id, order_number) REFERENCES orders (id, number),
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id),
  FOREIGN KEY (order_id, asset_token) REFERENCES orders (id, asset),
  FOREIGN KEY (order_id, collateral_token) REFERENCES orders (id, collateral_asset),
  FOREIGN KEY (mark_to_market_request_id, lender_id, borrower_id)
    REFERENCES mark_to_market_requests (id, lender_id, borrower_id),
  FOREIGN KEY (order_request_id, lender_id, borrower_id)
    REFERENCES order_requests (id, lender_id, borrower_id),
  CONSTRAINT between_the_parties CHECK (
    (sender_organization_id, receiver_organization_id)
      IN ((lender_id, borrower_id), (borrower_id, lender_id))
  ),
  CONSTRAINT document_agrees CHECK (
    (document::jsonb ->> 'id')::uuid = id
    AND document::jsonb ->> 'status' = status
    AND document::jsonb ->> 'token' = token
    AND (document::jsonb -> 'quantity')::numeric = quantity
    AND (document::jsonb -> 'order_id')::bigint = order_number
    AND document::jsonb #>> '{sender,organization_id}' = 'organizations/' || sender_organization_id
    AND document::jsonb #>> '{receiver,organization_id}'
      = 'organizations/' || receiver_organization_id
  )
);
CREATE UNIQUE INDEX transfers_replaced_once ON transfers (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX transfers_of_mark_to_market_request ON transfers (mark_to_market_request_id)
  WHERE mark_to_market_request_id IS NOT NULL;
CREATE INDEX transfers_of_order_request ON transfers (order_request_id)
  WHERE order_request_id IS NOT NULL;
-- Transfers in transit, which every preview counts.
CREATE INDEX transfers_collateral_in_transit ON transfers (order_id)
  WHERE leg = 'collateral' AND status IN ('PENDING', 'IN_PROGRESS');

-- A list of transfers reads one side at a time, newest first. With several filters it reads one
-- index in the order of the list, and compares the other filters in its entries, up to a bound.
CREATE INDEX transfers_sender ON transfers (sender_organization_id, create_time, id, status_code);
CREATE INDEX transfers_receiver
  ON transfers (receiver_organization_id, create_time, id, status_code);
CREATE INDEX transfers_parties ON transfers (sender_organization_id, receiver_organization_id,
  create_time, id, token_code, sender_custodian_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_sender_token ON transfers (sender_organization_id, token,
  create_time, id, receiver_code, sender_custodian_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_receiver_token ON transfers (receiver_organization_id, token,
  create_time, id, sender_code, sender_custodian_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_sender_own_custodian
  ON transfers (sender_organization_id, sender_custodian_id,
  create_time, id, token_code, receiver_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_sender_other_custodian
  ON transfers (sender_organization_id, receiver_custodian_id,
  create_time, id, token_code, receiver_code, sender_custodian_code, status_code);
CREATE INDEX transfers_receiver_own_custodian
  ON transfers (receiver_organization_id, receiver_custodian_id,
  create_time, id, token_code, sender_code, sender_custodian_code, status_code);
CREATE INDEX transfers_receiver_other_custodian
  ON transfers (receiver_organization_id, sender_custodian_id,
  create_time, id, token_code, sender_code, receiver_custodian_code, status_code);
-- Nearly all transfers are completed. The others are found by these.
CREATE INDEX transfers_sender_status ON transfers (sender_organization_id, status,
  create_time, id, token_code, receiver_code, sender_custodian_code, receiver_custodian_code)
  WHERE status <> 'COMPLETED';
CREATE INDEX transfers_receiver_status ON transfers (receiver_organization_id, status,
  create_time, id, token_code, sender_code, sender_custodian_code, receiver_custodian_code)
  WHERE status <> 'COMPLETED';
-- An order has two parties, and both see all its transfers.
CREATE INDEX transfers_of_order ON transfers (order_id,
  create_time, id, token_code, sender_code, sender_custodian_code, receiver_custodian_code,
    status_code);

-- The milestones of each. Another number in each condition, which no milestone has, keeps
-- PostgreSQL from reading a smaller index of other milestones.
CREATE INDEX milestones_sender ON transfers (sender_organization_id, create_time, id)
  WHERE milestone IN (0, 1);
CREATE INDEX milestones_receiver ON transfers (receiver_organization_id, create_time, id)
  WHERE milestone IN (0, 1);
CREATE INDEX milestones_parties ON transfers (sender_organization_id, receiver_organization_id,
  create_time, id) WHERE milestone IN (0, 2);
CREATE INDEX milestones_sender_token ON transfers (sender_organization_id, token, create_time, id)
  WHERE milestone IN (0, 3);
CREATE INDEX milestones_receiver_token
  ON transfers (receiver_organization_id, token, create_time, id)
  WHERE milestone IN (0, 3);
CREATE INDEX milestones_sender_own_custodian
  ON transfers (sender_organization_id, sender_custodian_id,
  create_time, id) WHERE milestone IN (0, 4);
CREATE INDEX milestones_sender_other_custodian
  ON transfers (sender_organization_id, receiver_custodian_id,
  create_time, id) WHERE milestone IN (0, 5);
CREATE INDEX milestones_receiver_own_custodian
  ON transfers (receiver_organization_id, receiver_custodian_id,
  create_time, id) WHERE milestone IN (0, 5);
CREATE INDEX milestones_receiver_other_custodian
  ON transfers (receiver_organization_id, sender_custodian_id,
  create_time, id) WHERE milestone IN (0, 4);
CREATE INDEX milestones_sender_status ON transfers (sender_organization_id, status, create_time, id)
  WHERE milestone IN (0, 6);
CREATE INDEX milestones_receiver_status
  ON transfers (receiver_organization_id, status, create_time, id)
  WHERE milestone IN (0, 6);
CREATE INDEX milestones_of_order ON transfers (order_id, create_time, id) WHERE milestone IN (0, 7);

GRANT SELECT, INSERT, UPDATE ON transfers TO vadium_service;
ALTER TABLE transfers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON transfers TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON transfers TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- The two wallets of each transfer, for both sides: a side of a deal may name another of its
-- wallets, and transfers that are instructed keep theirs. A custodian has one wallet at an address.
-- Each belongs to the side that sends or receives, so assets cannot move to a third organization,
-- and the two sides see no wallet of another.
CREATE VIEW wallets_of_transfers WITH (security_barrier) AS
  SELECT t.id AS transfer_id, w.id, w.organization_id, w.custodian_id, w.name, w.address
  FROM transfers t
  JOIN wallets w ON (w.organization_id, w.custodian_id, w.address) IN (
    (t.sender_organization_id, t.sender_custodian_id, t.sender_wallet_address),
    (t.receiver_organization_id, t.receiver_custodian_id, t.receiver_wallet_address))
  WHERE (SELECT current_organization()) IN (t.lender_id, t.borrower_id);

GRANT SELECT ON wallets_of_transfers TO vadium_service;
