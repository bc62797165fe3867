-- A list of transfers with several filters reads one index in the order of the list, and compares
-- the other filters in its entries, up to a bound. These indexes replace an index for each filter
-- and side that held nothing else.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

DROP INDEX transfers_sender, transfers_receiver, transfers_parties,
  transfers_sender_status, transfers_receiver_status, transfers_sender_token, transfers_receiver_token,
  transfers_sender_own_custodian, transfers_sender_other_custodian,
  transfers_receiver_own_custodian, transfers_receiver_other_custodian,
  transfers_sender_order, transfers_receiver_order, transfers_by_order;

-- Entries of indexes hold these instead of texts and ids. Two values may have the same number, so a
-- row that an index finds is compared again. Only a status has a letter of its own.
ALTER TABLE transfers
  ADD token_code smallint NOT NULL
    GENERATED ALWAYS AS ((hashtext(token) & 32767)::smallint) STORED,
  ADD sender_code smallint NOT NULL
    GENERATED ALWAYS AS ((hashtext(sender_organization_id::text) & 32767)::smallint) STORED,
  ADD receiver_code smallint NOT NULL
    GENERATED ALWAYS AS ((hashtext(receiver_organization_id::text) & 32767)::smallint) STORED,
  ADD sender_custodian_code smallint NOT NULL
    GENERATED ALWAYS AS ((hashtext(sender_custodian_id) & 32767)::smallint) STORED,
  ADD receiver_custodian_code smallint NOT NULL
    GENERATED ALWAYS AS ((hashtext(receiver_custodian_id) & 32767)::smallint) STORED,
  ADD status_code "char" NOT NULL
    GENERATED ALWAYS AS (CASE status WHEN 'PENDING' THEN 'P'::"char" WHEN 'IN_PROGRESS' THEN 'I'
      WHEN 'COMPLETED' THEN 'C' WHEN 'FAILED' THEN 'F' WHEN 'REJECTED' THEN 'R' ELSE 'X' END) STORED,
  -- 0 for about one transfer in 512, otherwise null. How many entries an index has between two times
  -- is known from the milestones between them, without reading the entries.
  ADD milestone smallint GENERATED ALWAYS AS (CASE WHEN right(id::text, 3) IN
    ('000', '200', '400', '600', '800', 'a00', 'c00', 'e00') THEN 0 END) STORED;

CREATE INDEX transfers_sender ON transfers (sender_organization_id, create_time, id, status_code);
CREATE INDEX transfers_receiver ON transfers (receiver_organization_id, create_time, id, status_code);
CREATE INDEX transfers_parties ON transfers (sender_organization_id, receiver_organization_id,
  create_time, id, token_code, sender_custodian_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_sender_token ON transfers (sender_organization_id, token,
  create_time, id, receiver_code, sender_custodian_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_receiver_token ON transfers (receiver_organization_id, token,
  create_time, id, sender_code, sender_custodian_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_sender_own_custodian ON transfers (sender_organization_id, sender_custodian_id,
  create_time, id, token_code, receiver_code, receiver_custodian_code, status_code);
CREATE INDEX transfers_sender_other_custodian ON transfers (sender_organization_id, receiver_custodian_id,
  create_time, id, token_code, receiver_code, sender_custodian_code, status_code);
CREATE INDEX transfers_receiver_own_custodian ON transfers (receiver_organization_id, receiver_custodian_id,
  create_time, id, token_code, sender_code, sender_custodian_code, status_code);
CREATE INDEX transfers_receiver_other_custodian ON transfers (receiver_organization_id, sender_custodian_id,
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
  create_time, id, token_code, sender_code, sender_custodian_code, receiver_custodian_code, status_code);

-- The milestones of each. Another number in each condition, which no milestone has, keeps PostgreSQL
-- from reading a smaller index of other milestones.
CREATE INDEX milestones_sender ON transfers (sender_organization_id, create_time, id)
  WHERE milestone IN (0, 1);
CREATE INDEX milestones_receiver ON transfers (receiver_organization_id, create_time, id)
  WHERE milestone IN (0, 1);
CREATE INDEX milestones_parties ON transfers (sender_organization_id, receiver_organization_id,
  create_time, id) WHERE milestone IN (0, 2);
CREATE INDEX milestones_sender_token ON transfers (sender_organization_id, token, create_time, id)
  WHERE milestone IN (0, 3);
CREATE INDEX milestones_receiver_token ON transfers (receiver_organization_id, token, create_time, id)
  WHERE milestone IN (0, 3);
CREATE INDEX milestones_sender_own_custodian ON transfers (sender_organization_id, sender_custodian_id,
  create_time, id) WHERE milestone IN (0, 4);
CREATE INDEX milestones_sender_other_custodian ON transfers (sender_organization_id, receiver_custodian_id,
  create_time, id) WHERE milestone IN (0, 5);
CREATE INDEX milestones_receiver_own_custodian ON transfers (receiver_organization_id, receiver_custodian_id,
  create_time, id) WHERE milestone IN (0, 5);
CREATE INDEX milestones_receiver_other_custodian ON transfers (receiver_organization_id, sender_custodian_id,
  create_time, id) WHERE milestone IN (0, 4);
CREATE INDEX milestones_sender_status ON transfers (sender_organization_id, status, create_time, id)
  WHERE milestone IN (0, 6);
CREATE INDEX milestones_receiver_status ON transfers (receiver_organization_id, status, create_time, id)
  WHERE milestone IN (0, 6);
CREATE INDEX milestones_of_order ON transfers (order_id, create_time, id) WHERE milestone IN (0, 7);
