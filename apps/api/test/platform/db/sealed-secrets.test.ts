import { randomBytes } from 'node:crypto'
import { rotateWebhookSecret } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/platform/clock.ts'
import { readConfig } from '../../../src/config/config.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { prepareDatabase } from '../../../src/compose/prepare-database.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'
import { SecretBox, UnsealError } from '../../../src/platform/secrets/secret-box.ts'
import { openSecretBox } from '../../../src/platform/secrets/secrets-key.ts'
import {
  placeOfWebhookSecret,
  placeOfWebhookUrl,
  resealSecrets,
} from '../../../src/platform/secrets/stored-secrets.ts'
import { StartError } from '../../../src/platform/start-error.ts'
import { type BuiltService, buildService } from '../../harness/built-service.ts'
import { succeed } from '../../harness/call.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { DeliveryWorld } from '../../harness/delivery-world.ts'
import { testSecretBox, testSecretsKey } from '../../harness/test-secrets.ts'

const newKey = () => randomBytes(32)
const place = placeOfWebhookSecret('1')
const secret = Buffer.from('a secret of thirty-two bytes, so')

describe('a sealed value', () => {
  it('differs each time, contains no part of the secret, and can be unsealed', () => {
    const box = new SecretBox(newKey())
    const [one, other] = [box.seal(place, secret), box.seal(place, secret)]
    expect(one.equals(other)).toBe(false)
    expect(one.includes(secret.subarray(0, 8))).toBe(false)
    expect(box.unseal(place, one)).toEqual(secret)
  })

  it('can be unsealed for its own row only', () => {
    const box = new SecretBox(newKey())
    const sealed = box.seal(place, secret)
    expect(() => box.unseal(placeOfWebhookSecret('2'), sealed)).toThrow(UnsealError)
  })

  it('cannot be unsealed when one byte has changed or some are missing', () => {
    const box = new SecretBox(newKey())
    const sealed = box.seal(place, secret)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => box.unseal(place, changed), `byte ${at}`).toThrow(UnsealError)
      expect(() => box.unseal(place, sealed.subarray(0, at)), `length ${at}`).toThrow(UnsealError)
    }
  })

  it('can be unsealed with the previous key, and is sealed again with the current one', () => {
    const [old, now] = [newKey(), newKey()]
    const sealed = new SecretBox(old).seal(place, secret)
    const both = new SecretBox(now, old)
    const resealed = both.resealed(place, sealed)
    expect(new SecretBox(now).unseal(place, resealed ?? Buffer.alloc(0))).toEqual(secret)
    expect(both.resealed(place, resealed ?? Buffer.alloc(0))).toBeUndefined()
    expect(() => new SecretBox(now).unseal(place, sealed)).toThrow(UnsealError)
  })
})

describe('the SECRETS_KEY setting', () => {
  it.each([
    ['is missing', {}, 'Set SECRETS_KEY'],
    ['is given twice', { SECRETS_KEY: testSecretsKey, SECRETS_KEY_FILE: '/key' }, 'not both'],
    ['has no file', { SECRETS_KEY_FILE: '/there/is/none' }, 'ENOENT'],
    ['is too short', { SECRETS_KEY: 'c2hvcnQ' }, '32 bytes'],
  ])('prevents the start when it %s, without being shown', (_what, settings, said) => {
    expect(() => openSecretBox(settings)).toThrow(StartError)
    expect(() => openSecretBox(settings)).toThrow(said)
    expect(() => openSecretBox(settings)).not.toThrow('c2hvcnQ')
  })
})

const logger = createLogger('silent', { write: () => undefined })

function prepare(database: TestDatabase, keys: Record<string, string>) {
  const settings = { DATABASE_URL: database.url, ALLOW_UNDURABLE_DATABASE: '1', ...keys }
  return prepareDatabase(readConfig(settings), systemClock, logger)
}

describe('a database', () => {
  it('is refused with another key, in a message that names both keys by their ids', async () => {
    const database = await createDatabase()
    const { pageTokenKey } = await prepare(database, { SECRETS_KEY: testSecretsKey })
    const other = newKey().toString('base64url')
    const start = prepare(database, { SECRETS_KEY: other })
    await expect(start).rejects.toThrow(StartError)
    await expect(start).rejects.toThrow(`sealed with the key ${testSecretBox.keyIds[0]}`)
    await expect(start).rejects.not.toThrow(other)
    const both = { SECRETS_KEY: other, SECRETS_KEY_PREVIOUS: testSecretsKey }
    expect((await prepare(database, both)).pageTokenKey).toEqual(pageTokenKey)
    await database.drop()
  })

  it('is refused at the start and by `vadium-api reseal` when it has an unsealed value', async () => {
    const database = await createDatabase()
    await prepare(database, { SECRETS_KEY: testSecretsKey })
    await database.query(`UPDATE service_secrets SET value = $1 WHERE name = 'page token'`, [
      secret,
    ])
    const start = prepare(database, { SECRETS_KEY: testSecretsKey })
    await expect(start).rejects.toThrow(StartError)
    await expect(start).rejects.toThrow('value of page token in service_secrets is not sealed')
    const reseal = withOwnerClient(database.url, (client) => resealSecrets(client, testSecretBox))
    await expect(reseal).rejects.toThrow(UnsealError)
    await database.query(`DELETE FROM service_secrets WHERE name = 'page token'`)
    expect((await prepare(database, { SECRETS_KEY: testSecretsKey })).pageTokenKey).not.toEqual(
      secret,
    )
    await database.drop()
  })
})

describe('webhook secrets', () => {
  const world = new DeliveryWorld()
  let built: BuiltService
  beforeAll(async () => {
    await world.start()
    built = await buildService()
  }, 60_000)
  afterAll(async () => {
    await world.close()
  })

  const stored = async () => {
    const { rows } = await world.service.database.query<{ id: string; values: Buffer[] }>(
      `SELECT id, array_remove(ARRAY[secret, old_secret], NULL) AS values FROM webhook_endpoints
       WHERE deleted_at IS NULL ORDER BY id`,
    )
    return rows
  }
  const bytesOf = (text: string) => Buffer.from(text.replace('whsec_', ''), 'base64')

  it('are stored sealed, the previous one too', async () => {
    const path = world.newPath()
    const { id, secret: old } = await world.endpointAt(path)
    const params = { webhook_endpoint_id: id }
    const { secret: text = '' } = await succeed(world.service, rotateWebhookSecret, {
      key: world.admin,
      params,
    })
    const [row] = (await stored()).filter((one) => one.id === id)
    const unsealed = row?.values.map((one) => testSecretBox.unseal(placeOfWebhookSecret(id), one))
    expect(unsealed).toEqual([bytesOf(text), bytesOf(old)])
    for (const value of row?.values ?? []) {
      expect([bytesOf(text), bytesOf(old)].some((plain) => value.includes(plain))).toBe(false)
    }
    await world.happen(1)
    expect(await world.work()).toBe(1)
    expect(world.receiver.at(path)).toHaveLength(1)
  })

  it('are sealed with a new key by `vadium-api reseal`, which can be interrupted and repeated', async () => {
    const { database } = world.service
    for (let count = 0; count < 3; count += 1) await world.endpointAt(world.newPath())
    const target_url = `${world.receiver.url}/hooks/secret-of-a-room`
    const { id: room } = await world.endpoint({ target_url, format: 'text' })
    const next = newKey()
    const both = new SecretBox(next, Buffer.from(testSecretsKey, 'base64url'))
    // An interrupted run has done some of the work.
    await withOwnerClient(database.url, async (client) => {
      await client.query('BEGIN')
      await resealSecrets(client, both)
      await client.query('ROLLBACK')
    })
    const [first] = await stored()
    if (first === undefined) throw new Error('there is no endpoint')
    const place = placeOfWebhookSecret(first.id)
    const half = both.resealed(place, first.values[0] ?? Buffer.alloc(0))
    await database.query('UPDATE webhook_endpoints SET secret = $2 WHERE id = $1', [first.id, half])

    const environment = {
      DATABASE_URL: database.url,
      SECRETS_KEY: next.toString('base64url'),
      SECRETS_KEY_PREVIOUS: testSecretsKey,
    }
    const run = async () => {
      const command = built.command(['reseal'], environment)
      return { code: await command.ended, output: command.output() }
    }
    expect(await run()).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Sealed with SECRETS_KEY: \d+ secrets\./) as unknown,
    })
    expect(await run()).toEqual({
      code: 0,
      output: 'Every secret is sealed with SECRETS_KEY already.\n',
    })
    const alone = new SecretBox(next)
    for (const { id, values } of await stored()) {
      for (const value of values) {
        expect(alone.unseal(placeOfWebhookSecret(id), value)).toHaveLength(32)
      }
    }
    const { rows } = await database.query<{ url: Buffer }>(
      'SELECT sealed_url AS url FROM webhook_endpoints WHERE id = $1',
      [room],
    )
    const sealedUrl = rows[0]?.url ?? Buffer.alloc(0)
    expect(alone.unseal(placeOfWebhookUrl(room), sealedUrl).toString()).toBe(target_url)
    await expect(prepare(database, { SECRETS_KEY: testSecretsKey })).rejects.toThrow(StartError)
  })

  it('delay their own deliveries alone when they cannot be unsealed, until these are tried again', async () => {
    const [lost, well] = [world.newPath(), world.newPath()]
    await world.deleteEndpoints()
    const { id } = await world.endpointAt(lost)
    await world.endpointAt(well)
    await world.service.database.query('UPDATE webhook_endpoints SET secret = $2 WHERE id = $1', [
      id,
      new SecretBox(newKey()).seal(placeOfWebhookSecret(id), secret),
    ])
    await world.happen(1)
    await world.work()
    expect(world.receiver.at(well)).toHaveLength(1)
    expect(world.receiver.at(lost)).toHaveLength(0)
    expect((await world.deliveries(id))[0]).toMatchObject({ state: 'pending', attempts: 0 })
  })
})
