import { describe, expect, it } from 'vitest'
import { startLocalPostgres } from '../src/index.ts'
import { sharedFolder } from './disposable-folder.ts'
import { execute, query } from './query.ts'

const folder = sharedFolder()
const names = { owner: 'the_owner', service: 'the_service' }

/** The state that an earlier version left: everything belongs to the superuser. */
const earlier = `
  CREATE ROLE the_service NOLOGIN;
  CREATE DOMAIN amount AS numeric CHECK (VALUE >= 0);
  CREATE TYPE level AS ENUM ('info', 'warning');
  CREATE SEQUENCE numbers;
  CREATE TABLE loans (
    id bigint GENERATED ALWAYS AS IDENTITY, number serial, quantity amount, level level);
  CREATE FUNCTION total() RETURNS numeric LANGUAGE sql SECURITY DEFINER
    AS 'SELECT sum(quantity) FROM loans';
  ALTER TABLE loans ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
  CREATE POLICY keeper ON loans TO postgres USING (true) WITH CHECK (true);
  CREATE POLICY parties ON loans TO the_service USING (false);
  GRANT SELECT ON loans TO the_service;
  INSERT INTO loans (quantity, level) VALUES (7, 'info')`

describe('the logins of a server', () => {
  it('own the database and nothing else, even where the superuser had created everything', async () => {
    const server = await startLocalPostgres({ folder, database: 'book', durable: false })
    await execute(server.url, earlier)
    const { ownerUrl, serviceUrl } = await server.logins(names)
    const rights = `SELECT rolname || rolsuper || rolcreaterole || rolbypassrls
      || pg_has_role('the_service', 'USAGE') FROM pg_roles WHERE rolname = session_user`
    expect(await query(ownerUrl, rights)).toBe('the_ownerfalsefalsefalsefalse')
    expect(await query(serviceUrl, rights)).toBe('the_servicefalsefalsefalsetrue')

    // This ignores the policies of the earlier owner, and anything that a later migration changes.
    await execute(
      ownerUrl,
      `ALTER TABLE loans ADD COLUMN note text; ALTER DOMAIN amount ADD CHECK (VALUE < 100);
       ALTER TYPE level ADD VALUE 'critical'; ALTER SEQUENCE numbers MAXVALUE 9;
       CREATE OR REPLACE FUNCTION total() RETURNS numeric LANGUAGE sql SECURITY DEFINER
         AS 'SELECT 2 * sum(quantity) FROM loans';
       INSERT INTO loans (quantity, level) VALUES (3, 'warning');
       CREATE TABLE more (id int)`,
    )
    expect(await query(ownerUrl, 'SELECT total()')).toBe('20')
    await execute(ownerUrl, 'SET ROLE the_service')
    expect(await query(serviceUrl, 'SELECT count(*) FROM loans')).toBe('0')
    await expect(query(serviceUrl, 'DROP TABLE loans')).rejects.toThrow('must be owner')
    for (const made of ['lo_creat(-1)', 'lo_create(0)', "lo_from_bytea(0, 'x')"]) {
      await expect(query(serviceUrl, `SELECT ${made}`)).rejects.toThrow('permission denied')
    }
    await server.stop({ force: true })
  })

  it('are the same at the next start', async () => {
    const server = await startLocalPostgres({ folder, database: 'other', durable: false })
    const first = await server.logins(names)
    await execute(first.ownerUrl, 'CREATE TABLE loans (id int)')
    expect(await server.logins(names)).toEqual(first)
    expect(await query(first.ownerUrl, 'SELECT count(*) FROM loans')).toBe('0')
    await server.stop({ force: true })
  })
})
