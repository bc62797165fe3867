import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { generateKeyPair } from '@vadium/client'
import { demoProfiles, demoScenario, scenarioText } from '@vadium/book'

/** The program of the service. */
export const apiCommand = join(
  createRequire(import.meta.url).resolve('@vadium/api/package.json'),
  '../bin/vadium-api.js',
)
const rolesScript = fileURLToPath(new URL('../../../deploy/postgres/roles.sh', import.meta.url))

/** The demo book with new keys, as a scenario in a folder. */
export class DemoBook {
  readonly scenario: string
  readonly #privateKeys: ReadonlyMap<string, string>

  constructor(folder: string) {
    const pairs = demoProfiles.map(({ name }) => [name, generateKeyPair()] as const)
    const publicKeys = Object.fromEntries(pairs.map(([name, { publicKey }]) => [name, publicKey]))
    this.scenario = join(folder, 'scenario.json')
    writeFileSync(this.scenario, scenarioText(demoScenario({ publicKeys })))
    this.#privateKeys = new Map(pairs.map(([name, { privateKey }]) => [name, privateKey]))
  }

  /** The private key of a profile, such as `kestrel-execution`. */
  privateKey(profile: string): string {
    const key = this.#privateKeys.get(profile)
    if (key === undefined) throw new RangeError(`the demo book has no ${profile}`)
    return key
  }

  /** The settings of a service on the book, in the database behind a port. */
  settings(port: number): Record<string, string> {
    const database = `127.0.0.1:${port}/vadium`
    return {
      DATABASE_URL: `postgres://vadium_owner:owner@${database}`,
      DATABASE_SERVICE_URL: `postgres://vadium_service:service@${database}`,
      SECRETS_KEY: randomBytes(32).toString('base64url'),
      SCENARIO: this.scenario,
      RATE_LIMIT_CREDENTIAL: '1000000',
      COUNTERPARTY_ORDERS_MAX: '1000000',
      COUNTERPARTY_PENDING_ORDERS_MAX: '1000000',
    }
  }
}

/** Makes the database and the two roles on the server behind a port. */
export function makeRoles(port: number, superuserPassword: string): void {
  execFileSync('sh', [rolesScript], {
    env: {
      ...process.env,
      VADIUM_OWNER_PASSWORD: 'owner',
      VADIUM_SERVICE_PASSWORD: 'service',
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGUSER: 'postgres',
      PGPASSWORD: superuserPassword,
    },
  })
}

export async function isReady(port: number): Promise<boolean> {
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
  return status === 200
}
