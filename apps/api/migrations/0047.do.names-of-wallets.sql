-- The names of the wallets of an organization differ, so that a person who chooses among them does
-- not take one for another.

-- The name as it is compared: NFKC, without upper case, with single spaces. The service writes it
-- (`foldedName` of packages/schema), so that it does not depend on the locale of the database.
ALTER TABLE wallets ADD COLUMN folded_name text;

-- For the wallets that are there, with the best rules for upper case that this database has.
DO $$
DECLARE
  unicode_rules text := (
    SELECT format('COLLATE pg_catalog.%I', c.collname) FROM pg_collation c
    WHERE c.collnamespace = 'pg_catalog'::regnamespace
      AND c.collname IN ('und-x-icu', 'pg_unicode_fast', 'pg_c_utf8')
    ORDER BY array_position(ARRAY['und-x-icu', 'pg_unicode_fast', 'pg_c_utf8'], c.collname::text)
    LIMIT 1);
  fold text := format($fold$UPDATE wallets SET folded_name = lower(upper(
    btrim(regexp_replace(normalize(name, NFKC), '\s+', ' ', 'g')) %1$s) %1$s)$fold$, unicode_rules);
BEGIN
  EXECUTE fold;
  -- Equal names get the id of the wallet. With it they are still at most 200 characters.
  UPDATE wallets w SET name = left(w.name, 197 - length(w.id)) || ' (' || w.id || ')'
  WHERE EXISTS (SELECT FROM wallets o WHERE o.organization_id = w.organization_id
    AND o.folded_name = w.folded_name AND o.id <> w.id);
  EXECUTE fold;
  -- Ids may differ in nothing but upper case, and a name may end in the id of another wallet.
  WHILE EXISTS (SELECT FROM wallets GROUP BY organization_id, folded_name HAVING count(*) > 1) LOOP
    UPDATE wallets w SET name = left(w.name, 189) || ' ' || r.place
    FROM (SELECT id, row_number() OVER (PARTITION BY organization_id, folded_name ORDER BY id) place
      FROM wallets) r
    WHERE r.id = w.id AND r.place > 1;
    EXECUTE fold;
  END LOOP;
END
$$;

ALTER TABLE wallets ALTER COLUMN folded_name SET NOT NULL;
CREATE UNIQUE INDEX wallets_of_one_name ON wallets (organization_id, folded_name);
