import { randomUUID } from 'node:crypto'
import { generateKeyPair } from '@vadium/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InvitationWorld, type Link, now } from '../../harness/invitation-world.ts'

const world = new InvitationWorld()
const { lender, lenderAdmin, lenderSecondAdmin } = world
let taken: Link
let pending: Link

beforeAll(async () => {
  await world.start()
  world.service.clock.set(now)
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

  it('sets no time beyond those of an invitation', async () => {
    for (const statement of [
      `INSERT INTO invitations (id, organization_id, account_id, name, role, secret_hash,
         creator_credential_id, creator_account_id, created_at, expires_at)
       SELECT gen_random_uuid(), organization_id, gen_random_uuid(), name, role, secret_hash,
         creator_credential_id, creator_account_id, created_at, created_at + interval '25 hours'
       FROM invitations WHERE id = '${pending.id}'`,
      `UPDATE invitations SET public_key = sha256('key'), accepted_at = created_at,
         expires_at = created_at + interval '169 hours' WHERE id = '${pending.id}'`,
    ]) {
      await expect(asAdmin(lenderAdmin, statement)).rejects.toThrow('expires_in_time')
    }
  })

  it('neither accepts nor confirms what has expired', async () => {
    const late = `UPDATE invitations SET public_key = sha256('key'), accepted_at = expires_at,
      expires_at = expires_at + interval '1 hour' WHERE id = '${pending.id}'`
    await expect(asAdmin(lenderAdmin, late)).rejects.toThrow('does not change so')
    const id = randomUUID()
    const statements = [
      account(taken.accountId),
      credential(id, 'viewer', taken.accountId, keyOf(taken)),
      `UPDATE invitations SET credential_id = '${id}' WHERE id = '${taken.id}'`,
    ]
    const expired = statements.map((statement) => statement.replace('now()', `'2999-01-01'`))
    await expect(asAdmin(lenderAdmin, ...expired)).rejects.toThrow('does not change so')
  })

  it('accepts nothing once the credential of the creator has ended, and revokes it', async () => {
    const ended = `UPDATE credentials SET revoked_at = now() WHERE id = current_credential()`
    const accept = `UPDATE invitations SET public_key = sha256('key'), accepted_at = created_at
      WHERE id = '${pending.id}'`
    await expect(asAdmin(lenderAdmin, ended, accept)).rejects.toThrow('does not change so')
    await expect(asAdmin(lenderAdmin, ended, account(taken.accountId))).rejects.toThrow(
      /row-level security/,
    )
    const revoke = `UPDATE invitations SET revoked_at = now() WHERE id = '${pending.id}'`
    await asAdmin(lenderAdmin, ended, revoke)
  })

  it('adds no account for an invitation of another admin, nor without a credential', async () => {
    for (const key of [lenderSecondAdmin, generateKeyPair()]) {
      const statement = account(taken.accountId)
      await expect(asAdmin(key, statement)).rejects.toThrow(/row-level security/)
    }
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
