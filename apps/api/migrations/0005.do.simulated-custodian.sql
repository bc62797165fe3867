-- What the simulated custodian remembers. It plays a company of its own, so nothing here refers to the
-- book, and nothing of the book refers to it.

CREATE TABLE simulated_instructions (
  custodian_id text NOT NULL CHECK (length(custodian_id) BETWEEN 1 AND 64),
  external_transfer_id text NOT NULL CHECK (length(external_transfer_id) BETWEEN 1 AND 128),
  token text NOT NULL CHECK (length(token) BETWEEN 1 AND 64),
  quantity quantity NOT NULL CHECK (quantity > 0),
  sender_wallet_id text NOT NULL CHECK (length(sender_wallet_id) BETWEEN 1 AND 128),
  sender_address text NOT NULL CHECK (length(sender_address) BETWEEN 1 AND 1000),
  receiver_wallet_id text NOT NULL CHECK (length(receiver_wallet_id) BETWEEN 1 AND 128),
  receiver_address text NOT NULL CHECK (length(receiver_address) BETWEEN 1 AND 1000),
  -- What becomes of it: with the time of submission, all that its state is computed from.
  script jsonb NOT NULL,
  -- How often it was sent, whether or not it arrived.
  submissions integer NOT NULL DEFAULT 0 CHECK (submissions >= 0),
  -- How many replies to enquiries and cancellations were lost, as the script wants.
  replies_lost integer NOT NULL DEFAULT 0 CHECK (replies_lost >= 0),
  -- How often assets were set in motion. More than one is a movement made twice.
  movements_begun integer NOT NULL DEFAULT 0 CHECK (movements_begun >= 0),
  -- When it arrives, which may still be ahead; null where it was sent and lost.
  submitted_at timestamptz(3),
  -- How it ended, kept once seen: a clock that is set back does not undo it.
  final_word text CHECK (final_word IN ('completed', 'failed', 'rejected', 'cancelled')),
  CHECK ((submitted_at IS NULL) = (movements_begun = 0)),
  PRIMARY KEY (custodian_id, external_transfer_id)
);

-- Scripts for instructions that are yet to come, used up in the order in which they were given.
CREATE TABLE simulated_scripts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  custodian_id text NOT NULL CHECK (length(custodian_id) BETWEEN 1 AND 64),
  external_transfer_id text CHECK (length(external_transfer_id) BETWEEN 1 AND 128),
  token text CHECK (length(token) BETWEEN 1 AND 64),
  uses_left integer NOT NULL CHECK (uses_left > 0),
  script jsonb NOT NULL
);
CREATE INDEX ON simulated_scripts (custodian_id, id);

GRANT SELECT, INSERT, UPDATE ON simulated_instructions TO vadium_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON simulated_scripts TO vadium_service;
