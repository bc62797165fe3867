-- Calendars of business days, which terms name, and the times of a day by which a request is of that
-- day and expires. Tables that may be large are not read here.

-- Reference data, the same for everybody. `version` is the newest; who sets one locks this row, and
-- who proposes terms that name the calendar shares it. So no proposal pins a version that was
-- replaced before its sides could be found.
CREATE TABLE calendars (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
  -- Of its deadline.
  key uuid NOT NULL GENERATED ALWAYS AS (md5('calendar ' || id)::uuid) STORED UNIQUE,
  version integer NOT NULL CHECK (version BETWEEN 1 AND 500)
);
CREATE TRIGGER refuse_reference_data BEFORE INSERT OR UPDATE OR DELETE ON calendars
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT SELECT, INSERT ON calendars TO vadium_service;
GRANT UPDATE (version) ON calendars TO vadium_service;

CREATE TABLE calendar_versions (
  calendar_id text NOT NULL REFERENCES calendars (id),
  version integer NOT NULL CHECK (version > 0),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  -- ISO days: 1 is Monday, 7 is Sunday.
  weekend integer[] NOT NULL CHECK (cardinality(weekend) <= 7 AND weekend <@ '{1,2,3,4,5,6,7}'),
  -- A list of { date, name }, earliest first.
  holidays jsonb NOT NULL CHECK (jsonb_typeof(holidays) = 'array'
    AND jsonb_array_length(holidays) <= 2000),
  last_day date NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- The organizations whose terms named the calendar then. No organization reads it.
  notified uuid[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (calendar_id, version)
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON calendar_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER refuse_reference_data BEFORE INSERT ON calendar_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_reference_data();
GRANT INSERT,
  SELECT (calendar_id, version, name, weekend, holidays, last_day, created_at)
  ON calendar_versions TO vadium_service;

ALTER TABLE margin_terms
  ADD COLUMN calendars text[] NOT NULL DEFAULT '{}' CHECK (cardinality(calendars) <= 4),
  -- The newest versions of them when the terms were proposed.
  ADD COLUMN calendar_versions integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN time_zone text CHECK (length(time_zone) BETWEEN 1 AND 64),
  ADD COLUMN notification_time text CHECK (notification_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ADD COLUMN response_time text CHECK (response_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  ADD CONSTRAINT calendars_have_versions
    CHECK (cardinality(calendars) = cardinality(calendar_versions)),
  ADD CONSTRAINT times_come_together
    CHECK (num_nulls(time_zone, notification_time, response_time) IN (0, 3)),
  ADD CONSTRAINT a_response_follows_its_notification
    CHECK (notification_time COLLATE "C" < response_time COLLATE "C");

-- Who names a calendar is notified of its new versions.
CREATE INDEX margin_terms_calendars ON margin_terms USING gin (calendars)
  WHERE calendars <> '{}';

-- The day on whose response time a request expires, and why. Null: it expires after its cure time, or
-- when its creator wanted.
ALTER TABLE mark_to_market_requests ADD COLUMN answer_day jsonb;
ALTER TABLE order_requests ADD COLUMN answer_day jsonb;

ALTER TABLE deadlines
  DROP CONSTRAINT deadlines_kind_check,
  -- A `calendar` has one before its last day. Both sides of its row are the operator that set it.
  ADD CONSTRAINT deadlines_kind_check CHECK (kind IN ('order', 'mark_to_market_request',
    'order_request', 'agreement_proposal', 'agreement_start', 'transfer', 'close_out', 'interest',
    'maturity', 'automation', 'automatic_call_of_lender', 'automatic_call_of_borrower', 'calendar'))
    NOT VALID;
