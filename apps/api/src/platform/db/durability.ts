import type { Client } from 'pg'

const durable = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/** The settings of this server that can lose committed writes, such as `fsync = off`. */
export async function undurableSettings(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY($1) ORDER BY name',
    [durable],
  )
  return rows.filter(({ setting }) => setting === 'off').map(({ name }) => `${name} = off`)
}
