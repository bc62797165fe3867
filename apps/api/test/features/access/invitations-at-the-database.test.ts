import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvitationWorld, type Link } from '../../harness/invitation-world.ts'

const world = new InvitationWorld()
const { lender, lenderAdmin, lenderSecondAdmin } = world
let taken: Link
let pending: Link

beforeAll(async () => {
  await world.start()
  taken = (await world.accepted()).link
  pending = await world.invite()
})
afterAll(() => world.close())

/** Runs statements as the service does in the name of an admin. They are undone. */
async function asAdmin(key: { readonly publicKey: string }, ...statements: readonly string[]) {
  const { database } = world.service
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM credentials WHERE public_key = $1',
    [Buffer.from(key.publicKey, 'base64url')],
  )
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL ROLE vadium_service')
    await client.query(
      `SELECT set_config('vadium.organization_id', $1, true),
         set_config('vadium.credential_id', $2, true)`,
      [lender.id, rows[0]?.id],
    )
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const account = (id: string, name = 'Ada Byron') =>
  `INSERT INTO accounts (id, organization_id, name, kind) VALUES ('${id}', '${lender.id}', '${name}', 'person')`
const credential = (id: string, role: string, accountId: string, key: string) =>
  `INSERT INTO credentials (id, organization_id, account_id, role, public_key, created_at)
   VALUES ('${id}', '${lender.id}', '${accountId}', '${role}', ${key}, now())`
const keyOf = ({ id }: Link) => `(SELECT public_key FROM invitations WHERE id = '${id}')`

describe('a statement in the name of an admin', () => {
  it('adds the account of an accepted invitation, and confirms it with its own key and role', async () => {
    const id = randomUUID()
    await asAdmin(
      lenderAdmin,
      account(taken.accountId),
      credential(id, 'viewer', taken.accountId, keyOf(taken)),
      `UPDATE invitations SET credential_id = '${id}' WHERE id = '${taken.id}'`,
    )
  })

  it('adds no other account', async () => {
    for (const statement of [
      account(randomUUID()),
      account(pending.accountId),
      account(taken.accountId, 'Somebody else'),
    ]) {
      await expect(asAdmin(lenderAdmin, statement)).rejects.toThrow(/row-level security/)
    }
  })

  it.each([
    ['another key', 'viewer', () => `sha256('another key')`],
    ['another role', 'admin', () => keyOf(taken)],
  ])('confirms with no credential of %s', async (_what, role, key) => {
    const id = randomUUID()
    const statements = [
      account(taken.accountId),
      credential(id, role, taken.accountId, key()),
      `UPDATE invitations SET credential_id = '${id}' WHERE id = '${taken.id}'`,
    ]
    await expect(asAdmin(lenderAdmin, ...statements)).rejects.toThrow('does not change so')
  })

  it('confirms nothing that another account created', async () => {
    const id = randomUUID()
    const statements = [
      account(taken.accountId),
      credential(id, 'viewer', taken.accountId, keyOf(taken)),
      `UPDATE invitations SET credential_id = '${id}' WHERE id = '${taken.id}'`,
    ]
    await expect(asAdmin(lenderSecondAdmin, ...statements)).rejects.toThrow('does not change so')
  })

  it('changes neither the key nor the time of an accepted invitation, nor deletes one', async () => {
    for (const change of [
      `public_key = sha256('another')`,
      `expires_at = now() + interval '1 year'`,
    ]) {
      const statement = `UPDATE invitations SET ${change} WHERE id = '${taken.id}'`
      await expect(asAdmin(lenderAdmin, statement)).rejects.toThrow('does not change so')
    }
    const later = `UPDATE invitations SET expires_at = now() + interval '1 year' WHERE id = '${pending.id}'`
    await expect(asAdmin(lenderAdmin, later)).rejects.toThrow('does not change so')
    await expect(asAdmin(lenderAdmin, 'DELETE FROM invitations')).rejects.toThrow(
      'permission denied',
    )
  })

  it('invites in the name of nobody else', async () => {
    const copied = `INSERT INTO invitations (id, organization_id, account_id, name, role, secret_hash,
        creator_credential_id, creator_account_id, created_at, expires_at)
      SELECT gen_random_uuid(), organization_id, gen_random_uuid(), name, role, secret_hash,
        creator_credential_id, creator_account_id, created_at, expires_at
      FROM invitations WHERE id = '${pending.id}'`
    await expect(asAdmin(lenderSecondAdmin, copied)).rejects.toThrow('made by the admin who signed')
    await asAdmin(lenderAdmin, copied)
    await expect(asAdmin(generateKeyPair(), copied)).rejects.toThrow('made by the admin who signed')
  })
})
