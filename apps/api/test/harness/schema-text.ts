import type { TestDatabase } from './database.ts'

/**
 * The schema of a database as SQL, table by table, each with its indexes, triggers, grants and
 * policies. The partitions of months are left out, because they depend on the time.
 */
export async function schemaText(database: TestDatabase): Promise<string> {
  const parts: string[] = []
  for (const statement of [types, sequences, tables, views, functions]) {
    const { rows } = await database.query<{ text: string }>(statement)
    parts.push(...rows.map(({ text }) => `${text}\n`))
  }
  return parts.join('\n')
}

const inSchema = (column: string) => `${column} = 'public'::regnamespace`

/** A role as a migration names it. */
const role = (oid: string) => `CASE ${oid} WHEN 0 THEN 'PUBLIC'
  WHEN (SELECT datdba FROM pg_database WHERE datname = current_database()) THEN 'CURRENT_USER'
  ELSE quote_ident(pg_get_userbyid(${oid})) END`

const constraint = `format('CONSTRAINT %I %s', k.conname, pg_get_constraintdef(k.oid, true))`

const types = `
SELECT CASE t.typtype
  WHEN 'd' THEN format(E'CREATE DOMAIN %I AS %s\\n  %s;', t.typname,
    format_type(t.typbasetype, t.typtypmod),
    (SELECT string_agg(${constraint}, E'\\n  ' ORDER BY k.conname) FROM pg_constraint k
      WHERE k.contypid = t.oid AND k.contype = 'c'))
  ELSE format('CREATE TYPE %I AS ENUM (%s);', t.typname,
    (SELECT string_agg(quote_literal(e.enumlabel), ', ' ORDER BY e.enumsortorder)
      FROM pg_enum e WHERE e.enumtypid = t.oid)) END AS text
FROM pg_type t WHERE ${inSchema('t.typnamespace')} AND t.typtype IN ('d', 'e')
ORDER BY t.typtype, t.typname`

const sequences = `
SELECT concat_ws(E'\\n', format('CREATE SEQUENCE %I MAXVALUE %s;', c.relname, s.seqmax),
  ${granted('c', "'s'")}) AS text
FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid
WHERE ${inSchema('c.relnamespace')} AND NOT EXISTS (SELECT FROM pg_depend d
  WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'i')
ORDER BY c.relname`

/** The grants of a relation to others than its owner, also those of columns. */
function granted(relation: string, kind: string): string {
  return `(SELECT string_agg(format('GRANT %s ON %I TO %s;', g.privileges, ${relation}.relname,
      g.grantee), E'\\n' ORDER BY g.grantee, g.privileges)
    FROM (
      SELECT ${role('a.grantee')} AS grantee,
        string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type) AS privileges
      FROM aclexplode(coalesce(${relation}.relacl, acldefault(${kind}, ${relation}.relowner))) a
      WHERE a.grantee <> ${relation}.relowner GROUP BY a.grantee
      UNION ALL
      SELECT ${role('a.grantee')}, format('%s (%s)', a.privilege_type,
        string_agg(quote_ident(t.attname), ', ' ORDER BY t.attnum))
      FROM pg_attribute t, aclexplode(t.attacl) a
      WHERE t.attrelid = ${relation}.oid AND a.grantee <> ${relation}.relowner
      GROUP BY a.grantee, a.privilege_type) g)`
}

const columns = `(SELECT string_agg(concat_ws(' ', quote_ident(a.attname),
    format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attgenerated <> '' THEN format('GENERATED ALWAYS AS (%s) STORED',
        regexp_replace(trim(pg_get_expr(d.adbin, d.adrelid, true), E'\\n'), '\\s+', ' ', 'g'))
      WHEN a.attidentity <> '' THEN 'GENERATED ALWAYS AS IDENTITY'
      ELSE 'DEFAULT ' || pg_get_expr(d.adbin, d.adrelid, true) END,
    CASE WHEN a.attnotnull THEN 'NOT NULL' END), E',\\n  ' ORDER BY a.attnum)
  FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)`

const constraints = `(SELECT string_agg(${constraint}, E',\\n  '
    ORDER BY array_position(ARRAY['p', 'u', 'f', 'c'], k.contype::text), k.conname)
  FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype IN ('p', 'u', 'f', 'c'))`

const created = `CASE WHEN c.relispartition
  THEN format('CREATE TABLE %I PARTITION OF %s %s', c.relname,
    (SELECT i.inhparent::regclass FROM pg_inherits i WHERE i.inhrelid = c.oid),
    pg_get_expr(c.relpartbound, c.oid))
  ELSE format(E'CREATE TABLE %I (\\n  %s\\n)', c.relname, concat_ws(E',\\n  ', ${columns}, ${constraints}))
  END || coalesce(' PARTITION BY ' || pg_get_partkeydef(c.oid), '')
  || coalesce(' WITH (' || array_to_string(c.reloptions, ', ') || ')', '') || ';'`

const indexes = `(SELECT string_agg(pg_get_indexdef(x.indexrelid, 0, true) || ';', E'\\n'
    ORDER BY i.relname)
  FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
  WHERE x.indrelid = c.oid AND NOT i.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = x.indexrelid
      AND k.contype IN ('p', 'u')))`

const triggers = `(SELECT string_agg(pg_get_triggerdef(t.oid, true) || ';', E'\\n' ORDER BY t.tgname)
  FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgparentid = 0)`

const security = `CASE WHEN c.relrowsecurity THEN format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY%s;',
  c.relname, CASE WHEN c.relforcerowsecurity THEN ', FORCE ROW LEVEL SECURITY' END) END`

const policies = `(SELECT string_agg(concat(
    format('CREATE POLICY %I ON %I', p.polname, c.relname),
    CASE WHEN NOT p.polpermissive THEN ' AS RESTRICTIVE' END,
    CASE p.polcmd WHEN 'r' THEN ' FOR SELECT' WHEN 'a' THEN ' FOR INSERT'
      WHEN 'w' THEN ' FOR UPDATE' WHEN 'd' THEN ' FOR DELETE' END,
    ' TO ' || (SELECT string_agg(${role('one')}, ', ') FROM unnest(p.polroles) one),
    E'\\n  USING (' || pg_get_expr(p.polqual, p.polrelid, true) || ')',
    E'\\n  WITH CHECK (' || pg_get_expr(p.polwithcheck, p.polrelid, true) || ')', ';'),
    E'\\n' ORDER BY p.polname)
  FROM pg_policy p WHERE p.polrelid = c.oid)`

const tables = `
SELECT concat_ws(E'\\n', ${created}, ${indexes}, ${triggers}, ${granted('c', "'r'")}, ${security},
  ${policies}) AS text
FROM pg_class c
WHERE ${inSchema('c.relnamespace')} AND c.relkind IN ('r', 'p')
  AND NOT (c.relispartition AND pg_get_expr(c.relpartbound, c.oid) LIKE 'FOR VALUES FROM%')
ORDER BY c.relname`

const views = `
SELECT concat_ws(E'\\n', format(E'CREATE VIEW %I WITH (%s) AS\\n%s', c.relname,
  array_to_string(c.reloptions, ', '), pg_get_viewdef(c.oid, true)), ${granted('c', "'r'")}) AS text
FROM pg_class c WHERE ${inSchema('c.relnamespace')} AND c.relkind = 'v' ORDER BY c.relname`

const functions = `
SELECT concat_ws(E'\\n',
  rtrim(replace(pg_get_functiondef(f.oid), 'FUNCTION public.', 'FUNCTION '), E'\\n') || ';',
  CASE WHEN NOT bool_or(a.grantee = 0)
    THEN format('REVOKE ALL ON FUNCTION %I FROM PUBLIC;', f.proname) END,
  string_agg(format('GRANT EXECUTE ON FUNCTION %I TO %s;', f.proname, ${role('a.grantee')}), E'\\n')
    FILTER (WHERE a.grantee NOT IN (0, f.proowner))) AS text
FROM pg_proc f, aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a
WHERE ${inSchema('f.pronamespace')}
GROUP BY f.oid, f.proname, f.proowner
ORDER BY f.proname, f.oid`
