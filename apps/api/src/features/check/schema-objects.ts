import type { ClientBase } from 'pg'

/** The kinds of schema objects that are compared with the migrations. */
export const schemaKinds = [
  'table',
  'column',
  'type',
  'policy',
  'grant',
  'trigger',
  'constraint',
  'index',
  'function',
] as const
export type SchemaKind = (typeof schemaKinds)[number]

/** A schema object with a definition that is equal for equal objects of two schemas. */
export interface SchemaObject {
  readonly kind: SchemaKind
  /** Its name, such as `parties on orders`. */
  readonly subject: string
  /** The table or function that it belongs to. */
  readonly parent: string
  readonly definition: string
}

export interface DescribedSchema {
  readonly name: string
  /** The role that owns the book. */
  readonly owner: string
  /** The role that the service works as. */
  readonly service: string
}

/**
 * Describes everything that the migrations create in a schema. The names of the schema and of the
 * two roles are left out. The server formats the definitions, so only descriptions by the same
 * server can be compared.
 */
export async function describeSchema(
  client: ClientBase,
  { name, owner, service }: DescribedSchema,
): Promise<SchemaObject[]> {
  // Objects on the search path are named without their schema.
  await client.query(`SELECT set_config('search_path', quote_ident($1), true)`, [name])
  const { rows } = await client.query<SchemaObject>(objects, [name, owner, service])
  return rows
}

/** A role by its purpose. */
const role = (oid: string) => `
  CASE WHEN ${oid} = 0 THEN 'everybody'
    WHEN ${oid} = (SELECT oid FROM pg_roles WHERE rolname = $2::text) THEN 'the owner'
    WHEN ${oid} = (SELECT oid FROM pg_roles WHERE rolname = $3::text) THEN 'the service'
    ELSE pg_get_userbyid(${oid}) END`

/** The settings of a function. In the search path, the name of the schema is replaced. */
const settings = `
  replace(replace(replace(array_to_string(f.proconfig, '; '), '"$user", ', ''), quote_ident($1::text), 'schema'),
    $1::text, 'schema')`

const grants = (acl: string, kind: string, owner: string) =>
  `aclexplode(coalesce(${acl}, acldefault('${kind}', ${owner}))) AS g`
const privilege = `g.privilege_type || CASE WHEN g.is_grantable THEN ' (may be granted on)' ELSE '' END`

/** A view runs with the rights of its owner, so its statement is part of the definition. */
const view = `
  CASE WHEN c.relkind IN ('v', 'm') THEN concat_ws(', ', '', array_to_string(c.reloptions, ', '),
    'statement ' || md5(pg_get_viewdef(c.oid, true))) ELSE '' END`

const objects = `
WITH tables AS (
  SELECT c.* FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1::text AND c.relname <> 'schema_versions' AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
    -- Which partitions there are depends on the time.
    AND NOT (c.relispartition AND c.relkind = 'r')
), functions AS (
  SELECT p.*, format('%s(%s)', p.proname, pg_get_function_identity_arguments(p.oid)) AS signature
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = $1::text
), types AS (
  SELECT t.* FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
  WHERE n.nspname = $1::text AND t.typtype IN ('d', 'e')
)
SELECT 'table' AS kind, c.relname::text AS subject, c.relname::text AS parent,
  format('of kind %s, of %s, row-level security %s and %s', c.relkind, ${role('c.relowner')},
    CASE WHEN c.relrowsecurity THEN 'on' ELSE 'off' END,
    CASE WHEN c.relforcerowsecurity THEN 'forced' ELSE 'not forced' END) || ${view} AS definition
FROM tables c
UNION ALL
SELECT 'column', format('%s of %s', a.attname, c.relname), c.relname::text,
  concat_ws(' ', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN 'not null' END,
    'default ' || pg_get_expr(d.adbin, d.adrelid), nullif(a.attgenerated::text, ''),
    nullif(a.attidentity::text, ''))
FROM tables c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE c.relkind <> 'S'
UNION ALL
SELECT 'type', t.typname::text, t.typname::text,
  concat_ws(' ', ${role('t.typowner')}, CASE WHEN t.typtype = 'd' THEN format_type(t.typbasetype, t.typtypmod) END,
    CASE WHEN t.typnotnull THEN 'not null' END, 'default ' || t.typdefault,
    (SELECT string_agg(e.enumlabel, ', ' ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = t.oid))
FROM types t
UNION ALL
SELECT 'policy', format('%s on %s', p.polname, c.relname), c.relname::text,
  concat_ws(' ', CASE WHEN p.polpermissive THEN 'permissive' ELSE 'restrictive' END, p.polcmd::text, 'to',
    (SELECT string_agg(r.name, ', ' ORDER BY r.name)
     FROM (SELECT ${role('one')} AS name FROM unnest(p.polroles) AS one) AS r),
    'using ' || pg_get_expr(p.polqual, p.polrelid),
    'with check ' || pg_get_expr(p.polwithcheck, p.polrelid))
FROM tables c JOIN pg_policy p ON p.polrelid = c.oid
UNION ALL
SELECT 'grant', format('%s on %s to %s', ${privilege}, c.relname, ${role('g.grantee')}), c.relname::text, ''
FROM tables c,
  aclexplode(coalesce(c.relacl, acldefault(CASE c.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", c.relowner))) AS g
WHERE g.grantee <> c.relowner
UNION ALL
SELECT 'grant', format('%s on %s of %s to %s', ${privilege}, a.attname, c.relname, ${role('g.grantee')}),
  c.relname::text, ''
FROM tables c JOIN pg_attribute a ON a.attrelid = c.oid AND NOT a.attisdropped, aclexplode(a.attacl) AS g
WHERE g.grantee <> c.relowner
UNION ALL
SELECT 'grant', format('%s on %s to %s', ${privilege}, f.signature, ${role('g.grantee')}), f.signature, ''
FROM functions f, ${grants('f.proacl', 'f', 'f.proowner')}
WHERE g.grantee <> f.proowner
UNION ALL
SELECT 'grant', format('%s on the schema to %s', ${privilege}, ${role('g.grantee')}), '', ''
FROM pg_namespace n, ${grants('n.nspacl', 'n', 'n.nspowner')}
WHERE n.nspname = $1::text AND g.grantee <> n.nspowner
UNION ALL
SELECT 'trigger', format('%s on %s', t.tgname, c.relname), c.relname::text,
  format('%s, fired as %s', pg_get_triggerdef(t.oid, true), t.tgenabled)
FROM tables c JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal
UNION ALL
SELECT 'constraint', format('%s on %s', k.conname, coalesce(c.relname, t.typname)),
  coalesce(c.relname, t.typname)::text,
  pg_get_constraintdef(k.oid, true) || CASE WHEN k.convalidated THEN '' ELSE ' (not validated)' END
FROM pg_constraint k LEFT JOIN tables c ON c.oid = k.conrelid LEFT JOIN types t ON t.oid = k.contypid
WHERE coalesce(c.oid, t.oid) IS NOT NULL AND k.contype <> 't'
UNION ALL
SELECT 'index', format('%s on %s', i.relname, c.relname), c.relname::text,
  pg_get_indexdef(x.indexrelid, 0, true) || CASE WHEN x.indisvalid THEN '' ELSE ' (half-built)' END
FROM tables c JOIN pg_index x ON x.indrelid = c.oid JOIN pg_class i ON i.oid = x.indexrelid
UNION ALL
SELECT 'function', f.signature, f.signature,
  concat_ws(' ', 'of', ${role('f.proowner')} || ',', 'returns', pg_get_function_result(f.oid) || ',', l.lanname,
    f.provolatile::text, f.proparallel::text, CASE WHEN f.proisstrict THEN 'strict' END,
    CASE WHEN f.prosecdef THEN 'security definer' END, ${settings},
    'body ' || md5(coalesce(pg_get_function_sqlbody(f.oid), f.prosrc)))
FROM functions f JOIN pg_language l ON l.oid = f.prolang`
