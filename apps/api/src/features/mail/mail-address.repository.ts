import type { MailAddress } from '@vadium/schema'
import type { TenantDatabase } from '../../platform/db/tenant.ts'
import { type PageBounds, readNewestFirst } from '../../platform/lists/keyset.ts'
import type { ListPage } from '../../platform/lists/list.ts'
import type { Refusal } from '../../platform/refusal.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { placeOfMailCode } from '../../platform/secrets/stored-secrets.ts'
import type { Caller } from '../../platform/signing/caller.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { ReadAddress } from './address-text.ts'

const columns = `id, address, account_id, state, suspension, content, muted_categories,
  immediate_severity, digest_time, time_zone, code_expires_at AS code_expire_time,
  code_tries AS code_tries_left, created_at AS create_time`

/** Those of the account `$2`, the shared ones, and for an admin (`$3`) all. */
const visible = `organization_id = $1 AND state <> 'DELETED'
  AND ($3::boolean OR account_id IS NULL OR account_id = $2)`

export const seesAll = ({ role }: Pick<Caller, 'role'>): boolean => role === 'admin'

/** What the holder chooses. */
export type MailChoices = Pick<
  MailAddress,
  'content' | 'muted_categories' | 'immediate_severity' | 'digest_time' | 'time_zone'
>

export interface NewMailAddress extends MailChoices {
  readonly accountId: string | null
  readonly read: ReadAddress
  /** RFC 3339. */
  readonly time: string
}

/** A code as it is stored, and until when it is valid. */
export interface NewCode {
  readonly code: string
  readonly deliveryId: string
  /** RFC 3339. */
  readonly until: string
  readonly tries: number
  readonly mailboxHash: Buffer
}

/** How often an account may ask for something. */
export interface AskedBound {
  readonly kind: 'add' | 'change'
  /** An interval of PostgreSQL. */
  readonly within: string
  readonly max: number
}

/** What becomes of the digest that is being collected. */
export interface ChangedDigest {
  /** RFC 3339: when it is due now. Undefined: as before. */
  readonly due: string | undefined
  /** Lines that begin so are left out. */
  readonly leftOut: readonly string[]
}

/** The mail addresses of organizations. */
export class MailAddressRepository {
  readonly #database: TenantDatabase
  readonly #secretBox: SecretBox

  constructor(database: TenantDatabase, secretBox: SecretBox) {
    this.#database = database
    this.#secretBox = secretBox
  }

  page(caller: Caller, bounds: PageBounds): Promise<ListPage<MailAddress> | Refusal> {
    const { organizationId, accountId } = caller
    return readNewestFirst<MailAddress>(
      this.#database,
      caller,
      {
        name: 'mail addresses',
        select: `SELECT ${columns} FROM mail_addresses WHERE ${visible}`,
        values: [organizationId, accountId, seesAll(caller)],
        time: 'created_at',
        id: 'id',
      },
      bounds,
    )
  }

  /** Locks an address that the caller sees until the end of the transaction. */
  lock(tx: WriteTransaction, caller: Caller, id: string): Promise<MailAddress | undefined> {
    return tx.row<MailAddress>(
      `SELECT ${columns} FROM mail_addresses WHERE ${visible} AND id = $4 FOR NO KEY UPDATE`,
      [tx.organizationId, caller.accountId, seesAll(caller), id],
    )
  }

  /**
   * How many addresses there are, and how many were added since a time and never verified. No other
   * transaction can add one until this one ends.
   */
  async countToAdd(
    tx: WriteTransaction,
    since: string,
  ): Promise<{ readonly all: number; readonly unverified: number }> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('mail addresses ' || $1, 0))`, [
      tx.organizationId,
    ])
    const row = await tx.row<{ all: number; unverified: number }>(
      `SELECT count(*) FILTER (WHERE state <> 'DELETED')::int AS all,
         count(*) FILTER (WHERE verified_at IS NULL AND created_at > $2)::int AS unverified
       FROM mail_addresses WHERE organization_id = $1`,
      [tx.organizationId, since],
    )
    return row ?? { all: 0, unverified: 0 }
  }

  async has(tx: WriteTransaction, accountId: string | null, addressHash: Buffer): Promise<boolean> {
    const { rowCount } = await tx.query(
      `SELECT FROM mail_addresses WHERE organization_id = $1 AND address_hash = $2
         AND account_id IS NOT DISTINCT FROM $3 AND state <> 'DELETED'`,
      [tx.organizationId, addressHash, accountId],
    )
    return rowCount !== 0
  }

  insert(tx: WriteTransaction, address: NewMailAddress): Promise<MailAddress> {
    return one(
      tx,
      `INSERT INTO mail_addresses (organization_id, id, account_id, address, address_hash, state, content,
         muted_categories, immediate_severity, digest_time, time_zone, created_at)
       VALUES ($1, $2, $3, $4, $5, 'UNVERIFIED', $6, $7, $8, $9, $10, $11) RETURNING ${columns}`,
      [
        tx.organizationId,
        tx.ids.next(),
        address.accountId,
        address.read.address,
        address.read.addressHash,
        address.content,
        address.muted_categories,
        address.immediate_severity,
        address.digest_time,
        address.time_zone,
        address.time,
      ],
    )
  }

  /**
   * Asks for a code to a mailbox.
   * @returns how often the organization has asked before in 24 hours, and whether the code may be
   *   sent, which no answer may depend on.
   */
  async askForCode(
    tx: WriteTransaction,
    mailboxHash: Buffer,
    time: string,
    codesMax: number,
    firstCodesMax: number,
  ): Promise<{ readonly asked: number; readonly maySend: boolean }> {
    const row = await tx.row<{ asked: number; maySend: boolean }>(
      'SELECT asked, may_send AS "maySend" FROM ask_for_mail_code($1, $2, $3, $4)',
      [mailboxHash, time, codesMax, firstCodesMax],
    )
    return row ?? { asked: codesMax, maySend: false }
  }

  /** Whether an account may ask for one thing more, which then counts. */
  async mayAsk(
    tx: WriteTransaction,
    accountId: string,
    { kind, within, max }: AskedBound,
    time: string,
  ): Promise<boolean> {
    const row = await tx.row<{ may: boolean }>(
      'SELECT may_ask_of_mail($1, $2, $3, $4, $5) AS may',
      [accountId, kind, time, within, max],
    )
    return row?.may === true
  }

  setCode(
    tx: WriteTransaction,
    id: string,
    { code, deliveryId, until, tries, mailboxHash }: NewCode,
    padding: Buffer,
  ): Promise<MailAddress> {
    // As long as other secrets: what is short would be taken for one that is not sealed.
    const secret = Buffer.concat([Buffer.from(code, 'ascii'), padding])
    const sealed = this.#secretBox.seal(placeOfMailCode(id), secret)
    return this.#set(
      tx,
      id,
      'code = $3, code_delivery = $4, code_expires_at = $5, code_tries = $6, mailbox_hash = $7',
      [sealed, deliveryId, until, tries, mailboxHash],
    )
  }

  /** The code of an address, if it is valid at a time. */
  async code(tx: WriteTransaction, id: string, time: string): Promise<string | undefined> {
    const row = await tx.row<{ code: Buffer | null }>(
      `SELECT code FROM mail_addresses WHERE organization_id = $1 AND id = $2 AND code_expires_at > $3`,
      [tx.organizationId, id, time],
    )
    const sealed = row?.code ?? undefined
    return sealed && codeIn(this.#secretBox.unseal(placeOfMailCode(id), sealed))
  }

  /** Uses one try of the code. After the last one, there is no code any more. */
  useTry(tx: WriteTransaction, id: string, triesLeft: number): Promise<MailAddress> {
    return triesLeft === 0
      ? this.#set(tx, id, noCode, [])
      : this.#set(tx, id, 'code_tries = $3', [triesLeft])
  }

  /** The address follows the log from its end on. */
  activate(tx: WriteTransaction, id: string, time: string): Promise<MailAddress> {
    return this.#set(
      tx,
      id,
      `state = 'ACTIVE', suspension = NULL, verified_at = coalesce(verified_at, $3), refusals = 0,
       ${noCode}, ${noDigest}, ${endOfLog}`,
      [time],
    )
  }

  change(
    tx: WriteTransaction,
    id: string,
    choices: MailChoices,
    digest: ChangedDigest,
  ): Promise<MailAddress> {
    return this.#set(
      tx,
      id,
      `content = $3, muted_categories = $4, immediate_severity = $5, digest_time = $6, time_zone = $7,
       filtered_from = position,
       digest_positions = CASE WHEN $6::text IS NULL THEN '{}' ELSE digest_positions END,
       digest_nonces = CASE WHEN $6::text IS NULL THEN '{}' ELSE digest_nonces END,
       (digest_lines, digest_left_out, digest_due_at) = (
         SELECT said.lines, said.left_out, CASE WHEN cardinality(said.lines) + said.left_out > 0
           THEN coalesce($8, digest_due_at) END
         FROM (SELECT ARRAY(SELECT u.line FROM unnest(digest_lines) WITH ORDINALITY AS u (line, nth)
             WHERE NOT EXISTS (SELECT FROM unnest($9::text[]) AS m (words)
               WHERE starts_with(u.line, m.words))
             ORDER BY u.nth) AS lines) kept
         CROSS JOIN LATERAL (SELECT
           CASE WHEN $6::text IS NULL OR ($3 = 'title' AND content = 'full') THEN '{}'
             ELSE kept.lines END AS lines,
           CASE WHEN $6::text IS NULL THEN 0
             WHEN $3 = 'title' AND content = 'full' THEN digest_left_out + cardinality(kept.lines)
             ELSE digest_left_out END AS left_out) said)`,
      [
        choices.content,
        choices.muted_categories,
        choices.immediate_severity,
        choices.digest_time,
        choices.time_zone,
        digest.due ?? null,
        digest.leftOut,
      ],
    )
  }

  /** Erases the address. The row stays, because its deliveries do. */
  remove(tx: WriteTransaction, id: string, time: string): Promise<MailAddress> {
    return this.#set(
      tx,
      id,
      `state = 'DELETED', suspension = NULL, address = NULL, deleted_at = $3, ${noCode}, ${noDigest}`,
      [time],
    )
  }

  #set(
    tx: WriteTransaction,
    id: string,
    what: string,
    values: readonly unknown[],
  ): Promise<MailAddress> {
    const text = `UPDATE mail_addresses SET ${what} WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`
    return one(tx, text, [tx.organizationId, id, ...values])
  }
}

const noCode = 'code = NULL, code_delivery = NULL, code_expires_at = NULL, code_tries = NULL'
/** Forgets what the next digest would have had. */
export const noDigest = `digest_lines = '{}', digest_left_out = 0, digest_due_at = NULL,
  digest_positions = '{}', digest_nonces = '{}'`
const headOf = (column: string) =>
  `coalesce((SELECT h.${column} FROM event_heads h WHERE h.organization_id = $1), 0)`
const endOfLog = `position = ${headOf('position')}, position_nonce = ${headOf('nonce')},
  filtered_from = ${headOf('position')}`

const codeLength = 8

/** The code in what was sealed, which is longer. */
export const codeIn = (secret: Buffer): string => secret.subarray(0, codeLength).toString('ascii')

async function one(
  tx: WriteTransaction,
  text: string,
  values: readonly unknown[],
): Promise<MailAddress> {
  const row = await tx.row<MailAddress>(text, values)
  if (row === undefined) throw new Error('the locked mail address is missing')
  return row
}
