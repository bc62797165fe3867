-- A thread for every order, between its two sides: their messages, and what awaits an answer.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE TABLE chats (
  order_id uuid PRIMARY KEY,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  -- The number of the newest entry. Adding an entry locks this row, so numbers have no gap and
  -- follow the order of the commits.
  last_number integer NOT NULL DEFAULT 0 CHECK (last_number >= 0),
  -- When an entry was last added or resolved, by the clock of the book.
  active_at timestamptz(3),
  UNIQUE (order_id, lender_id, borrower_id),
  FOREIGN KEY (order_id, lender_id, borrower_id) REFERENCES orders (id, lender_id, borrower_id),
  CHECK ((last_number = 0) = (active_at IS NULL))
);
CREATE INDEX chats_lender_latest ON chats (lender_id, active_at DESC, order_id DESC)
  WHERE active_at IS NOT NULL;
CREATE INDEX chats_borrower_latest ON chats (borrower_id, active_at DESC, order_id DESC)
  WHERE active_at IS NOT NULL;

GRANT SELECT, UPDATE (last_number, active_at) ON chats TO vadium_service;
ALTER TABLE chats ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON chats TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON chats TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));

-- Every order has a thread, however the order was inserted.
CREATE FUNCTION begin_chat() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO chats (order_id, lender_id, borrower_id)
    VALUES (NEW.id, NEW.lender_id, NEW.borrower_id);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION begin_chat FROM PUBLIC;
CREATE TRIGGER begin_chat AFTER INSERT ON orders FOR EACH ROW EXECUTE FUNCTION begin_chat();

CREATE TABLE chat_entries (
  order_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  id uuid NOT NULL UNIQUE,
  lender_id uuid NOT NULL,
  borrower_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('message', 'action')),
  -- The organization that wrote or asked. Null: the service did.
  organization_id uuid CHECK (organization_id IN (lender_id, borrower_id)),
  account_id uuid,
  -- The author's name is stored, because neither side sees the accounts of the other.
  account_name text,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  created_at timestamptz(3) NOT NULL,
  -- What awaits an answer, in which state, and who asked.
  resource text CHECK (length(resource) <= 64),
  resource_id uuid,
  awaits text CHECK (length(awaits) <= 64),
  creator_id uuid CHECK (creator_id IN (lender_id, borrower_id)),
  -- The transition that answered or ended it, and by whom. Null: the service.
  resolution text CHECK (length(resolution) <= 64),
  resolved_by uuid CHECK (resolved_by IN (lender_id, borrower_id)),
  resolved_at timestamptz(3),
  PRIMARY KEY (order_id, number),
  -- No reference to the order: every change of a deal locks that row, and a message must not wait.
  FOREIGN KEY (order_id, lender_id, borrower_id)
    REFERENCES chats (order_id, lender_id, borrower_id),
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id),
  CONSTRAINT an_action_asks CHECK (
    CASE kind WHEN 'action' THEN num_nulls(resource, resource_id, awaits) = 0
    ELSE num_nonnulls(resource, resource_id, awaits, creator_id, resolution, resolved_by,
      resolved_at) = 0
      AND num_nulls(organization_id, account_id) = 0 END),
  CHECK (num_nulls(resolution, resolved_at) IN (0, 2)),
  CHECK (resolved_by IS NULL OR resolved_at IS NOT NULL),
  CHECK ((account_id IS NULL) = (account_name IS NULL)),
  CONSTRAINT an_action_has_a_creator CHECK ((kind = 'action') = (creator_id IS NOT NULL))
);
CREATE UNIQUE INDEX one_open_action_a_resource ON chat_entries (resource_id)
  WHERE kind = 'action' AND resolved_at IS NULL;
CREATE INDEX chat_entries_open ON chat_entries (order_id)
  WHERE kind = 'action' AND resolved_at IS NULL;
CREATE INDEX chat_entries_of_account ON chat_entries (order_id, account_id, number);

-- Entries do not change. Only an entry that awaits an answer receives one, once.
CREATE FUNCTION refuse_rewriting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.kind <> 'action' OR OLD.resolved_at IS NOT NULL
    OR (to_jsonb(NEW) - '{resolution,resolved_by,resolved_at}'::text[])
      <> (to_jsonb(OLD) - '{resolution,resolved_by,resolved_at}'::text[])
  THEN
    RAISE EXCEPTION 'what stands in a chat is not rewritten'
      USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER refuse_rewriting BEFORE UPDATE ON chat_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON chat_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

GRANT SELECT, INSERT, UPDATE (resolution, resolved_by, resolved_at)
  ON chat_entries TO vadium_service;
ALTER TABLE chat_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON chat_entries TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY parties ON chat_entries TO vadium_service
  USING ((SELECT current_organization()) = ANY (ARRAY[lender_id, borrower_id]));
-- An organization cannot write in the name of another.
CREATE POLICY author ON chat_entries AS RESTRICTIVE FOR INSERT TO vadium_service
  WITH CHECK (organization_id IS NULL OR organization_id = (SELECT current_organization()));

-- The entry up to which each account has read.
CREATE TABLE chat_read_marks (
  order_id uuid NOT NULL REFERENCES chats,
  account_id uuid NOT NULL,
  organization_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  read_at timestamptz(3) NOT NULL,
  PRIMARY KEY (order_id, account_id),
  FOREIGN KEY (account_id, organization_id) REFERENCES accounts (id, organization_id)
);

GRANT SELECT, INSERT, UPDATE (number, read_at) ON chat_read_marks TO vadium_service;
ALTER TABLE chat_read_marks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON chat_read_marks TO CURRENT_USER USING (true) WITH CHECK (true);
CREATE POLICY own ON chat_read_marks TO vadium_service
  USING (organization_id = (SELECT current_organization()))
  WITH CHECK (organization_id = (SELECT current_organization())
    AND EXISTS (SELECT FROM chats c WHERE c.order_id = chat_read_marks.order_id));
