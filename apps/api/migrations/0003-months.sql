-- Tables that grow with time, and never lose a row by themselves, are partitioned by month, in UTC.
-- Each has a default partition, so a row of any time has a place. The service works with the parent
-- only: it has no right to a partition. Each migration and each day makes those of the next months.

-- For functions with the rights of the owner. Temporary tables come last, so that they replace no
-- table that a function reads.
SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

-- The tables of this schema that are partitioned by month, with the column that decides.
CREATE FUNCTION tables_by_month() RETURNS TABLE (parent regclass, name text, time_column text)
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT c.oid::regclass, c.relname::text, a.attname::text
  FROM pg_partitioned_table p
  JOIN pg_class c ON c.oid = p.partrelid
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = p.partattrs[0]
  WHERE p.partstrat = 'r' AND c.relnamespace = (
    SELECT oid FROM pg_namespace WHERE nspname = current_schema())
  ORDER BY c.relname
$$;

-- The partitions of those tables. The default one has no month.
CREATE FUNCTION month_partitions()
  RETURNS TABLE (parent regclass, partition regclass, name text, time_column text,
    month timestamptz)
  LANGUAGE sql STABLE SET search_path FROM CURRENT AS $$
  SELECT t.parent, i.inhrelid::regclass, c.relname::text, t.time_column,
    (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\)'))[1]::timestamptz
  FROM tables_by_month() t
  JOIN pg_inherits i ON i.inhparent = t.parent
  JOIN pg_class c ON c.oid = i.inhrelid
  ORDER BY t.name, 5 NULLS FIRST
$$;

-- What belongs to every partition: nobody reads or changes it but through its parent. The triggers
-- of a statement are those of the table that it names, so each partition gets a copy.
CREATE FUNCTION wall_partition(parent regclass, partition regclass, with_triggers boolean)
  RETURNS void
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  definition text;
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', partition);
  EXECUTE format('CREATE POLICY keeper ON %s TO CURRENT_USER USING (true) WITH CHECK (true)',
    partition);
  IF with_triggers THEN
    FOR definition IN
      SELECT regexp_replace(pg_get_triggerdef(t.oid), ' ON \S+ FOR EACH STATEMENT',
        format(' ON %s FOR EACH STATEMENT', partition))
      FROM pg_trigger t WHERE t.tgrelid = parent AND NOT t.tgisinternal AND t.tgtype & 1 = 0
    LOOP
      EXECUTE definition;
    END LOOP;
  END IF;
END
$$;

-- Makes the partition of a month. Rows of the month that are in the default partition move into it.
-- It is attached when it is ready, which locks out readers and writers of the default partition
-- only. A row that is committed to the default partition while its rows move would keep the new
-- partition from being attached, so the default partition is locked first. A table that has the
-- name of the new partition, such as a detached month after the clock was set back, is left alone:
-- the default partition then keeps the rows of that month.
CREATE FUNCTION make_partition(parent regclass, column_name text, at timestamptz) RETURNS boolean
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  first_day timestamptz := date_trunc('month', at, 'UTC');
  next_day timestamptz := (first_day AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC';
  made text := format('%s_%s', (SELECT relname FROM pg_class WHERE oid = parent),
    to_char(first_day AT TIME ZONE 'UTC', 'YYYY_MM'));
  others regclass := (SELECT partdefid FROM pg_partitioned_table WHERE partrelid = parent);
BEGIN
  IF to_regclass(quote_ident(made)) IS NOT NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', made,
    parent);
  EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', others);
  EXECUTE format('WITH moved AS (DELETE FROM %s WHERE %I >= $1 AND %2$I < $2 RETURNING *)
    INSERT INTO %3$I SELECT * FROM moved', others, column_name, made) USING first_day, next_day;
  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, made,
    first_day AT TIME ZONE 'UTC' || '+00', next_day AT TIME ZONE 'UTC' || '+00');
  PERFORM wall_partition(parent, made::regclass, true);
  RETURN true;
END
$$;

-- Makes the partitions of this month and of the three after it, by the clock of the database, and
-- returns their number. The service calls it, and can decide nothing about them. One session at a
-- time does so; another one has nothing to do.
CREATE FUNCTION make_months() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  made integer := 0;
  wanted record;
BEGIN
  PERFORM refuse_to_organizations();
  IF NOT pg_try_advisory_xact_lock(8314072027) THEN
    RETURN 0;
  END IF;
  PERFORM set_config('lock_timeout', '500ms', true);
  FOR wanted IN
    SELECT t.parent, t.time_column, m.month
    FROM tables_by_month() t CROSS JOIN LATERAL (
      SELECT (date_trunc('month', now(), 'UTC') AT TIME ZONE 'UTC' + n * interval '1 month')
        AT TIME ZONE 'UTC' AS month FROM generate_series(0, 3) n) m
    WHERE NOT EXISTS (
      SELECT FROM month_partitions() p WHERE p.parent = t.parent AND p.month = m.month)
    ORDER BY m.month, t.name
  LOOP
    IF make_partition(wanted.parent, wanted.time_column, wanted.month) THEN
      made := made + 1;
    END IF;
  END LOOP;
  RETURN made;
END
$$;

-- Deletes rows before a time, oldest first, and returns their number.
CREATE FUNCTION forget_of_months(of_table regclass, before timestamptz, rows_max integer)
  RETURNS integer
  LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  forgotten integer := 0;
  deleted integer;
  place record;
BEGIN
  FOR place IN
    SELECT p.partition, p.time_column FROM month_partitions() p
    WHERE p.parent = of_table AND (p.month IS NULL OR p.month < before) ORDER BY p.month NULLS FIRST
  LOOP
    -- The address of a row counts within its partition only.
    EXECUTE format('DELETE FROM %1$s WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM %1$s WHERE %2$I < $1 ORDER BY %2$I LIMIT $2 FOR UPDATE SKIP LOCKED))',
      place.partition, place.time_column) USING before, rows_max - forgotten;
    GET DIAGNOSTICS deleted = ROW_COUNT;
    forgotten := forgotten + deleted;
    EXIT WHEN forgotten >= rows_max;
  END LOOP;
  RETURN forgotten;
END
$$;

-- Drops partitions of past months that are empty, because everything in them was deleted in time,
-- and returns their number. A reader would look into each of them.
CREATE FUNCTION drop_empty_months() RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  dropped integer := 0;
  old record;
  is_used boolean;
BEGIN
  PERFORM refuse_to_organizations();
  IF NOT pg_try_advisory_xact_lock(8314072027) THEN
    RETURN 0;
  END IF;
  -- Readers wait behind a lock that waits.
  PERFORM set_config('lock_timeout', '100ms', true);
  FOR old IN
    SELECT p.parent, p.partition FROM month_partitions() p
    WHERE p.month < date_trunc('month', now(), 'UTC') - interval '1 day'
      AND p.parent::text IN ('events', 'audit_reads')
    ORDER BY p.month
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', old.partition) INTO is_used;
    CONTINUE WHEN is_used;
    -- Nobody can add a row between the question and the end.
    EXECUTE format('LOCK TABLE %s, %s IN ACCESS EXCLUSIVE MODE', old.parent, old.partition);
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', old.partition) INTO is_used;
    IF NOT is_used THEN
      EXECUTE format('DROP TABLE %s', old.partition);
      dropped := dropped + 1;
    END IF;
  END LOOP;
  RETURN dropped;
END
$$;

REVOKE ALL ON FUNCTION tables_by_month, month_partitions, wall_partition, make_partition,
  make_months, forget_of_months, drop_empty_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION make_months, drop_empty_months TO vadium_service;

-- What the owner has detached: what refers to it is not missing.
CREATE TABLE detached_months (
  parent text NOT NULL,
  month timestamptz NOT NULL,
  partition text NOT NULL,
  detached_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (parent, month)
);
ALTER TABLE detached_months ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY keeper ON detached_months TO CURRENT_USER USING (true) WITH CHECK (true);
