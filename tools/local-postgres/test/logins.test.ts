import { describe, expect, it } from 'vitest'
import { startLocalPostgres } from '../src/index.ts'
import { sharedFolder } from './disposable-folder.ts'
import { execute, query } from './query.ts'

const folder = sharedFolder()
const names = { owner: 'the_owner', service: 'the_service' }

describe('the logins of a server', () => {
  it('own the database and nothing else', async () => {
    const server = await startLocalPostgres({ folder, database: 'book', durable: false })
    const { ownerUrl, serviceUrl } = await server.logins(names)
    const rights = `SELECT rolname || rolsuper || rolcreaterole || rolbypassrls
      || pg_has_role('the_service', 'USAGE') FROM pg_roles WHERE rolname = session_user`
    expect(await query(ownerUrl, rights)).toBe('the_ownerfalsefalsefalsefalse')
    expect(await query(serviceUrl, rights)).toBe('the_servicefalsefalsefalsetrue')

    await execute(ownerUrl, 'CREATE TABLE loans (id int); GRANT SELECT ON loans TO the_service')
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
