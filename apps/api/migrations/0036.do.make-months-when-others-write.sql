-- A row that is committed to the default partition while its rows move would keep the new partition
-- from being attached, so the default partition is locked first. A table that has the name of the new
-- partition, such as a detached month after the clock was set back, is left alone: the default
-- partition then keeps the rows of that month.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

CREATE OR REPLACE FUNCTION make_partition(parent regclass, column_name text, at timestamptz) RETURNS boolean
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
  EXECUTE format('CREATE TABLE %I (LIKE %s INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', made, parent);
  EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', others);
  EXECUTE format('WITH moved AS (DELETE FROM %s WHERE %I >= $1 AND %2$I < $2 RETURNING *)
    INSERT INTO %3$I SELECT * FROM moved', others, column_name, made) USING first_day, next_day;
  EXECUTE format('ALTER TABLE %s ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, made,
    first_day AT TIME ZONE 'UTC' || '+00', next_day AT TIME ZONE 'UTC' || '+00');
  PERFORM wall_partition(parent, made::regclass, true);
  RETURN true;
END
$$;
