import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { type Migration, readMigrations, withoutBodies } from '../../platform/db/migrations.ts'
import { recordedMigrations, refuseOtherFiles } from '../../platform/db/recorded-migrations.ts'
import { withRoleName } from '../../platform/db/service-role.ts'
import { inUndoneTransaction } from '../../platform/db/transaction.ts'
import { StartError } from '../../platform/start-error.ts'
import type { Breach } from './book-rule.ts'
import type { CheckedRule } from './check-book.ts'
import {
  describeSchema,
  type DescribedSchema,
  type SchemaKind,
  schemaKinds,
  type SchemaObject,
} from './schema-objects.ts'

const rules: Readonly<Record<SchemaKind, string>> = {
  table: 'every table is there, with its owner and row-level security',
  column: 'every column is as the migrations make it',
  type: 'every type is as the migrations make it',
  policy: 'every policy of row-level security is as the migrations make it, and there is no other',
  grant: 'every right is granted as the migrations grant it, and no other',
  trigger: 'every trigger is as the migrations make it, and there is no other',
  constraint: 'every constraint is as the migrations make it, and there is no other',
  index: 'every index is as the migrations make it',
  function: 'every function is as the migrations make it',
}

/**
 * For these kinds, an extra object could undo what the migrations establish, so it is a breach as
 * well.
 */
const completeKinds = new Set<SchemaKind>(['policy', 'grant', 'trigger', 'constraint'])
const shownMax = 20
const missing = 'is missing'

/**
 * Compares the schema of the book with its migrations. They are run again in a second schema, in a
 * transaction that is rolled back, so that the same server describes both. Other work is not
 * blocked.
 *
 * @throws StartError if the comparison is not possible.
 */
export async function checkSchema(client: ClientBase, service: string): Promise<CheckedRule[]> {
  const compare = async () => {
    const book = await schemaOfBook(client, service)
    const files = await appliedFiles(client)
    const actual = await describeSchema(client, book)
    const expected = await expectedObjects(client, files, service)
    const compared = schemaKinds.map((kind) => ruleOf(kind, expected, actual))
    return [...compared, await partitionRule(client, book)]
  }
  return inUndoneTransaction(client, compare, "BEGIN; SET LOCAL lock_timeout = '5s'")
}

/** Whether the schema contains everything that the rules of the book read. */
export function canBeRead(checked: readonly CheckedRule[]): boolean {
  const needed = new Set([rules.table, rules.column, rules.function])
  return checked.every(
    ({ rule, shown }) => !needed.has(rule) || shown.every(({ issue }) => issue !== missing),
  )
}

async function schemaOfBook(client: ClientBase, service: string): Promise<DescribedSchema> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `SELECT n.nspname AS name, pg_get_userbyid(c.relowner) AS owner
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.oid = to_regclass('schema_versions')`,
  )
  const [book] = rows
  if (book === undefined) throw new StartError('This database has no book: it was never migrated.')
  return { ...book, service }
}

async function appliedFiles(client: ClientBase): Promise<Migration[]> {
  const applied = await recordedMigrations(client)
  const known = await readMigrations()
  refuseOtherFiles(applied, known)
  const unknown = [...applied.keys()].filter(
    (version) => !known.some((file) => file.version === version),
  )
  if (unknown.length === 0) return known.filter(({ version }) => applied.has(version))
  throw new StartError(
    `The schema has migrations that this program does not know: ${unknown.join(', ')}. Check it with a newer version.`,
  )
}

async function expectedObjects(
  client: ClientBase,
  files: readonly Migration[],
  service: string,
): Promise<SchemaObject[]> {
  const name = `vadium_expected_${randomBytes(6).toString('hex')}`
  await client.query(`CREATE SCHEMA ${name}; SET LOCAL search_path = ${name}; ${withoutBodies}`)
  for (const file of files) {
    // An index cannot be built concurrently in a transaction. The result is the same index.
    await client.query(withRoleName(file.sql.replaceAll(' CONCURRENTLY', ''), service))
  }
  const { rows } = await client.query<{ owner: string }>('SELECT current_user AS owner')
  return describeSchema(client, { name, owner: rows[0]?.owner ?? '', service })
}

/** Partitions depend on the time, so they are not compared: the same must be true of each. */
async function partitionRule(
  client: ClientBase,
  { name, owner }: DescribedSchema,
): Promise<CheckedRule> {
  const { rows } = await client.query<Breach & { readonly total: number }>(
    `SELECT count(*) OVER ()::int AS total, format('partition %s', c.relname) AS subject, f.issue
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     CROSS JOIN LATERAL (
       SELECT 'is not of the owner' AS issue WHERE pg_get_userbyid(c.relowner) <> $2
       UNION ALL
       SELECT 'has no row-level security, forced'
       WHERE NOT (c.relrowsecurity AND c.relforcerowsecurity)
       UNION ALL
       SELECT format('%s may %s it',
         CASE WHEN g.grantee = 0 THEN 'everybody' ELSE pg_get_userbyid(g.grantee) END,
         g.privilege_type) FROM aclexplode(c.relacl) g WHERE g.grantee <> c.relowner
     ) f
     WHERE n.nspname = $1 AND c.relispartition AND c.relkind IN ('r', 'p')
     ORDER BY subject, issue LIMIT ${shownMax}`,
    [name, owner],
  )
  return {
    rule: 'every partition is read and written through its table alone',
    breaches: rows[0]?.total ?? 0,
    shown: rows.map(({ subject, issue }) => ({ subject, issue })),
  }
}

function ruleOf(
  kind: SchemaKind,
  expected: readonly SchemaObject[],
  actual: readonly SchemaObject[],
): CheckedRule {
  const found = bySubject(kind, actual)
  const wanted = bySubject(kind, expected)
  const parents = new Set(expected.map(({ parent }) => parent).filter((parent) => parent !== ''))
  const breaches: Breach[] = []
  for (const [subject, { definition }] of wanted) {
    const other = found.get(subject)
    if (other === undefined) breaches.push({ subject, issue: missing })
    else if (other.definition !== definition) {
      breaches.push({ subject, issue: `is ${other.definition}, but should be ${definition}` })
    }
  }
  for (const [subject, { parent }] of found) {
    if (!completeKinds.has(kind) || wanted.has(subject) || !parents.has(parent)) continue
    breaches.push({ subject, issue: 'is not part of any migration' })
  }
  const named = breaches.map(({ subject, issue }) => ({ subject: `${kind} ${subject}`, issue }))
  return { rule: rules[kind], breaches: named.length, shown: named.slice(0, shownMax) }
}

function bySubject(kind: SchemaKind, objects: readonly SchemaObject[]): Map<string, SchemaObject> {
  const own = objects.filter((object) => object.kind === kind)
  return new Map(own.map((object) => [object.subject, object]))
}
