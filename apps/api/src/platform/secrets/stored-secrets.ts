import type { ClientBase } from 'pg'
import { StartError } from '../start-error.ts'
import type { SecretBox } from './secret-box.ts'

/** A column that stores secrets, and how the place of a secret is named. */
interface SecretColumn {
  readonly table: string
  readonly column: string
  readonly key: string
  readonly placeOf: (key: string) => string
}

export const placeOfServiceSecret = (name: string) => `service secret ${name}`
/** The place of the current and of the old secret, so that one can become the other. */
export const placeOfWebhookSecret = (endpointId: string) => `webhook secret ${endpointId}`
export const placeOfWebhookUrl = (endpointId: string) => `webhook url ${endpointId}`
export const placeOfMailCode = (addressId: string) => `mail code ${addressId}`
export const placeOfMailRecipient = (deliveryId: string) => `mail recipient ${deliveryId}`

const secretColumns: readonly SecretColumn[] = [
  { table: 'service_secrets', column: 'value', key: 'name', placeOf: placeOfServiceSecret },
  { table: 'webhook_endpoints', column: 'secret', key: 'id', placeOf: placeOfWebhookSecret },
  { table: 'webhook_endpoints', column: 'old_secret', key: 'id', placeOf: placeOfWebhookSecret },
  { table: 'webhook_endpoints', column: 'sealed_url', key: 'id', placeOf: placeOfWebhookUrl },
  { table: 'mail_addresses', column: 'code', key: 'id', placeOf: placeOfMailCode },
  {
    table: 'mail_deliveries',
    column: 'sealed_recipient',
    key: 'id',
    placeOf: placeOfMailRecipient,
  },
]

/**
 * Refuses a database whose secrets are sealed with a key that this process does not have.
 * @throws StartError that names the id of that key.
 */
export async function refuseForeignKeys(client: ClientBase, box: SecretBox): Promise<void> {
  const { sealed } = await sealsOf(client)
  const foreign = sealed.filter((id) => !box.keyIds.includes(id))
  if (foreign.length === 0) return
  const known = box.keyIds.join(' and ')
  throw new StartError(
    `Secrets of this database are sealed with the key ${foreign.join(' and ')}, and ` +
      `SECRETS_KEY is ${known}. Give the key that they are sealed with; while \`vadium-api reseal\` changes ` +
      'it, as SECRETS_KEY_PREVIOUS.',
  )
}

/** The ids of the keys in use, and one place of a value that is not sealed. */
async function sealsOf(client: ClientBase) {
  const { rows } = await client.query<{ id: string | null; place: string }>(
    'SELECT key_id AS id, place FROM stored_seals()',
  )
  return {
    sealed: rows.flatMap(({ id }) => id ?? []),
    unsealedPlace: rows.find(({ id }) => id === null)?.place,
  }
}

const batchMax = 500

interface StoredRow {
  readonly key: string
  readonly value: Buffer | null
}

/**
 * Refuses a database with a secret that is not sealed: the service stores none, so somebody else
 * wrote it, who knows the secret.
 * @throws StartError that says where such a value is.
 */
export async function refuseUnsealed(client: ClientBase): Promise<void> {
  const { unsealedPlace } = await sealsOf(client)
  if (unsealedPlace === undefined) return
  throw new StartError(
    `The ${unsealedPlace} is not sealed, so the service did not write it. Restore it from a backup or ` +
      'delete its row, and find out who writes this database.',
  )
}

/**
 * Seals with the current key every value that is sealed with the previous one. It may be
 * interrupted and repeated, and other processes may work meanwhile: a value that changes during the
 * run is left for the next run.
 * @returns the number of sealed values.
 */
export async function resealSecrets(client: ClientBase, box: SecretBox): Promise<number> {
  return sealWhere(client, (place, stored) => box.resealed(place, stored))
}

/** What a stored value becomes. Undefined if it stays. */
type Sealing = (place: string, stored: Buffer) => Buffer | undefined

async function sealWhere(client: ClientBase, sealing: Sealing): Promise<number> {
  let count = 0
  for (const column of secretColumns) count += await sealColumn(client, sealing, column)
  return count
}

async function sealColumn(
  client: ClientBase,
  sealing: Sealing,
  { table, column, key, placeOf }: SecretColumn,
): Promise<number> {
  let count = 0
  for (let after: string | null = null; ;) {
    const { rows }: { rows: StoredRow[] } = await client.query<StoredRow>(
      `SELECT ${key}::text AS key, ${column} AS value FROM ${table}
       WHERE ${column} IS NOT NULL AND ($1::text IS NULL OR ${key}::text > $1)
       ORDER BY ${key}::text LIMIT ${batchMax}`,
      [after],
    )
    for (const row of rows) {
      const sealed = row.value === null ? undefined : sealing(placeOf(row.key), row.value)
      if (sealed === undefined) continue
      const { rowCount } = await client.query(
        `UPDATE ${table} SET ${column} = $3 WHERE ${key}::text = $1 AND ${column} = $2`,
        [row.key, row.value, sealed],
      )
      count += rowCount ?? 0
    }
    const last = rows.at(-1)
    if (last === undefined) return count
    after = last.key
  }
}
