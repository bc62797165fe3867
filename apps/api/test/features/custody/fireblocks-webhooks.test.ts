import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CustodyUnavailableError } from '../../../src/features/custody/custody-adapter.ts'
import { type FireblocksWorld, openFireblocksWorld } from '../../harness/fireblocks-custody.ts'

let world: FireblocksWorld
beforeAll(async () => {
  world = await openFireblocksWorld()
})
afterAll(() => world.standIn.close())

const id = randomUUID()
const webhook = () => {
  const { standIn, custody } = world
  const body = standIn.webhookBody(id)
  return { body, standIn, custody }
}
const header = 'fireblocks-webhook-signature'

describe('a webhook with both signatures', () => {
  it('is authentic when both are valid', async () => {
    const { body, standIn, custody } = webhook()
    const headers = { ...standIn.signWebhook(body), ...standIn.signWebhookDetached(body) }
    expect(await custody.verifyCallback(headers, body)).toEqual([id])
  })

  it('is forged when one of them is', async () => {
    const { body, standIn, custody } = webhook()
    const other = standIn.webhookBody(randomUUID())
    for (const headers of [
      { ...standIn.signWebhook(other), ...standIn.signWebhookDetached(body) },
      { ...standIn.signWebhook(body), ...standIn.signWebhookDetached(other) },
    ]) {
      expect(await custody.verifyCallback(headers, body)).toBeUndefined()
    }
  })

  it('is verified with the configured keys', async () => {
    const { body, standIn } = webhook()
    const older = await world.another({
      webhookKeys: { publicKey: standIn.webhookKey, keySetUrl: undefined },
    })
    const none = await world.another({
      webhookKeys: { publicKey: undefined, keySetUrl: undefined },
    })
    const headers = { ...standIn.signWebhook(body), [header]: 'not looked at' }
    expect(await older.verifyCallback(headers, body)).toEqual([id])
    expect(await older.verifyCallback(standIn.signWebhookDetached(body), body)).toBeUndefined()
    expect(await none.verifyCallback(headers, body)).toBeUndefined()
  })
})

describe('a detached signature', () => {
  it.each([
    { alg: 'none' },
    { alg: 'RS256' },
    { alg: 'HS512' },
    { kid: 'unknown' },
    { crit: ['x'] },
  ])('is forged when its header has %j', async (changes) => {
    const { body, standIn, custody } = webhook()
    const headers = standIn.signWebhookDetached(body, changes)
    expect(await custody.verifyCallback(headers, body)).toBeUndefined()
  })

  it('made with the public key as a secret is forged', async () => {
    const { body, standIn, custody } = webhook()
    const secret = standIn.webhookKey.export({ type: 'spki', format: 'pem' })
    const protectedHeader = Buffer.from('{"alg":"HS512"}').toString('base64url')
    const signature = createHmac('sha512', secret)
      .update(`${protectedHeader}.${body.toString('base64url')}`)
      .digest('base64url')
    const headers = { [header]: `${protectedHeader}..${signature}` }
    expect(await custody.verifyCallback(headers, body)).toBeUndefined()
  })

  it.each(['', '..', 'a.b.c', 'a..b', 'e30..AAAA', `${'a'.repeat(2000)}..a`])(
    'is forged when it reads %s',
    async (value) => {
      const { body, custody } = webhook()
      expect(await custody.verifyCallback({ [header]: value }, body)).toBeUndefined()
      expect(await custody.verifyCallback({ [header]: [value, value] }, body)).toBeUndefined()
    },
  )

  it('is neither authentic nor forged while its keys are unavailable', async () => {
    const { body, standIn } = webhook()
    const custody = await world.another({})
    standIn.always = { status: 503 }
    const headers = standIn.signWebhookDetached(body)
    await expect(custody.verifyCallback(headers, body)).rejects.toThrow(CustodyUnavailableError)
    standIn.always = undefined
    expect(await custody.verifyCallback(headers, body)).toEqual([id])
  })
})

describe('an authentic webhook', () => {
  it.each([
    '',
    '[]',
    'null',
    '{"data":{}}',
    '{"data":{"externalTxId":7}}',
    '{"data":{"externalTxId":""}}',
  ])('names nothing when its content is %s', async (text) => {
    const { standIn, custody } = webhook()
    const body = Buffer.from(text)
    expect(await custody.verifyCallback(standIn.signWebhook(body), body)).toEqual([])
  })
})
