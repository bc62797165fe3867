import { ownerUrlOf, readConfig } from '../config/config.ts'
import { withOwnerClient } from '../platform/db/pool.ts'
import { openSecretBox } from '../platform/secrets/secrets-key.ts'
import {
  refuseForeignKeys,
  refuseUnsealed,
  resealSecrets,
} from '../platform/secrets/stored-secrets.ts'
import { shownError } from './shown-error.ts'

/**
 * The command `vadium-api reseal`: seals with SECRETS_KEY what is sealed with SECRETS_KEY_PREVIOUS.
 */
try {
  const config = readConfig(process.env)
  const box = openSecretBox(config)
  const count = await withOwnerClient(ownerUrlOf(config), async (client) => {
    await refuseForeignKeys(client, box)
    await refuseUnsealed(client)
    let total = 0
    // Repeated until nothing is found: a process that still has the previous key may write
    // meanwhile.
    for (let found = -1; found !== 0; total += found) found = await resealSecrets(client, box)
    return total
  })
  process.stdout.write(
    count === 0
      ? 'Every secret is sealed with SECRETS_KEY already.\n'
      : `Sealed with SECRETS_KEY: ${count} secrets. SECRETS_KEY_PREVIOUS is no longer needed.\n`,
  )
} catch (error) {
  process.stderr.write(`${shownError(error)}\n`)
  process.exitCode = 1
}
