import type { ClientBase } from 'pg'

/** An arbitrary number for the advisory lock that no other lock uses. */
const installationLock = 8_314_072_029

/**
 * What decides whose an installation is waits here until the transaction ends: `bootstrap`,
 * `recover`, the load of a scenario and the creation of a sandbox. So each sees what another did.
 */
export async function lockInstallation(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [installationLock])
}
