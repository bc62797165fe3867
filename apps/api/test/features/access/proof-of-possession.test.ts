import { sign } from 'node:crypto'
import { generateKeyPair, proveKey } from '@vadium/client'
import {
  createAccount,
  createCredential,
  type Enrolment,
  revokeCredential,
  rotateCredential,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { CredentialIssuer, credentialParams, nobodys } from '../../harness/credential-issuer.ts'
import { World } from '../../harness/world/world.ts'
import { startService } from '../../harness/service.ts'

const world = new World()
const issuer = new CredentialIssuer(world)
const { lender: harbor, borrower: quay } = world
const { admin, operator, quayAdmin } = issuer
const dayMs = 86_400_000

beforeAll(() => issuer.start())
afterAll(() => world.close())

const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')
const nowMs = () => world.service.clock.now()
const enrolment = (changes: Partial<Enrolment> = {}): Enrolment => ({
  installationId: world.service.services.installationId,
  organizationId: harbor.id,
  accountId: harbor.accountId,
  ...changes,
})
const creating = (body: object, key = admin) =>
  callOf(createCredential, {
    key,
    body: { account_id: harbor.accountId, role: 'viewer', ...body },
  })

async function refusal(body: object) {
  const reply = await refused(world.service, 422, creating(body))
  expect(reply.reason).toBe('VALUE_INVALID')
  return reply.body.error.details?.[0]
}

describe('/installation', () => {
  it('is answered to everybody, and alike by every process on a database', async () => {
    const reply = await call(world.service, { target: '/installation' })
    expect(reply.status).toBe(200)
    expect(reply.body).toEqual({ installation_id: world.service.services.installationId })
    const other = await startService({
      database: world.service.database,
      settings: { BASE_PATH: '/v1' },
    })
    try {
      expect((await call(other, { target: '/installation' })).body).toEqual(reply.body)
    } finally {
      await other.close()
    }
  })
})

describe('a proof of possession', () => {
  it('is the signature of the documented text, by any implementation', async () => {
    const { publicKey, privateKey } = generateKeyPair()
    const { installationId, organizationId, accountId } = enrolment()
    const text = `vadium-enrol|${installationId}|${organizationId}|${accountId}|${publicKey}|${nowMs()}`
    const seed = Buffer.from(privateKey, 'base64url').subarray(0, 32)
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
    const signature = sign(null, Buffer.from(text), { key: der, format: 'der', type: 'pkcs8' })
    const proof = [publicKey, nowMs(), signature.toString('base64url')].join('.')
    const { credential } = await issuer.create({ proof })
    expect(credential.public_key).toBe(publicKey)
    expect(await issuer.statusFor({ publicKey, privateKey })).toBe(200)
  })

  it.each([-dayMs, 0, 30_000])('is valid %i ms after it was signed', async (besideMs) => {
    const key = generateKeyPair()
    const { credential } = await issuer.create({
      proof: issuer.proof(key, harbor, nowMs() + besideMs),
    })
    expect(credential.public_key).toBe(key.publicKey)
  })

  it.each([-dayMs - 1, 30_001])(
    'is invalid when it is signed %i ms beside the time',
    async (besideMs) => {
      const proof = issuer.proof(generateKeyPair(), harbor, nowMs() + besideMs)
      expect(await refusal({ proof })).toMatchObject({ field: 'proof', value: String(nowMs()) })
    },
  )

  it('is required with every key that the caller generated', async () => {
    const { publicKey } = generateKeyPair()
    expect(await refusal({ public_key: publicKey })).toMatchObject({ field: 'proof' })
    const { id } = await issuer.issued('viewer')
    const options = { key: admin, params: credentialParams(id), body: { public_key: publicKey } }
    const reply = await refused(world.service, 422, callOf(rotateCredential, options))
    expect(reply.body.error.details?.[0]?.field).toBe('proof')
  })

  it.each([
    ['installation', { installationId: nobodys }],
    ['organization', { organizationId: quay.id }],
    ['account', { accountId: nobodys }],
  ])('is invalid for another %s', async (_what, changes) => {
    const { publicKey, privateKey } = generateKeyPair()
    const proof = proveKey(privateKey, enrolment(changes), nowMs())
    const { installationId, organizationId, accountId } = enrolment()
    expect(await refusal({ proof })).toEqual({
      field: 'proof',
      issue: 'is not the signature of this text',
      value: `vadium-enrol|${installationId}|${organizationId}|${accountId}|${publicKey}|${nowMs()}`,
    })
  })

  it('is invalid for another key or time, or in another text', async () => {
    const [one, other] = [generateKeyPair(), generateKeyPair()]
    const [publicKey = '', time = '', signature = ''] = issuer.proof(one).split('.')
    for (const proof of [
      [other.publicKey, time, signature],
      [publicKey, String(Number(time) - 1), signature],
      [publicKey, time, notCanonical(signature)],
      [publicKey, time, 'A'.repeat(86)],
    ]) {
      expect(await refusal({ proof: proof.join('.') })).toMatchObject({ field: 'proof' })
    }
    const proof = issuer.proof(one)
    expect(await refusal({ proof, public_key: other.publicKey })).toMatchObject({
      field: 'public_key',
    })
  })

  it('names the account of the credential when it is for a rotation', async () => {
    const { body: account } = await call(
      world.service,
      callOf(createAccount, {
        key: operator,
        body: { organization_id: harbor.id, name: 'Second desk', kind: 'person' },
      }),
    )
    const { id: accountId } = account as { id: string }
    const { credential } = await issuer.create({ account_id: accountId })
    const rotate = (proof: string) =>
      callOf(rotateCredential, {
        key: admin,
        params: credentialParams(credential.id),
        body: { proof },
      })
    const key = generateKeyPair()
    await refused(world.service, 422, rotate(issuer.proof(key)))
    const proof = proveKey(key.privateKey, enrolment({ accountId }), nowMs())
    expect((await call(world.service, rotate(proof))).status).toBe(200)
    expect(await issuer.statusFor(key)).toBe(200)
  })
})

describe('the refusal that a key is already enrolled', () => {
  const replyTo = (body: object) => call(world.service, creating(body))
  let enrolled: Key
  let free: Key
  beforeAll(async () => {
    const { key, id } = await issuer.issued('viewer', quay)
    await succeed(world.service, revokeCredential, { key: quayAdmin, params: credentialParams(id) })
    enrolled = key
    free = generateKeyPair()
  })

  it('is shown to a caller who proves possession of the key', async () => {
    const reply = await replyTo({ proof: issuer.proof(enrolled) })
    expect([reply.status, reply.text]).toEqual([409, expect.stringContaining('ALREADY_EXISTS')])
  })

  it.each([
    ['no proof', ({ publicKey }: Key) => ({ public_key: publicKey })],
    [
      'no signature',
      ({ publicKey }: Key) => ({ proof: `${publicKey}.${nowMs()}.${'A'.repeat(86)}` }),
    ],
    ['an old proof', (key: Key) => ({ proof: issuer.proof(key, harbor, nowMs() - dayMs - 1) })],
    ['a proof for another', (key: Key) => ({ proof: issuer.proof(key, quay) })],
  ])('is not shown to a caller with %s', async (_what, bodyFor) => {
    const [known, unknown] = [await replyTo(bodyFor(enrolled)), await replyTo(bodyFor(free))]
    expect(known.status).toBe(422)
    const about = (text: string, { publicKey }: Key) => bare(text).replaceAll(publicKey, 'KEY')
    expect(about(known.text, enrolled)).toBe(about(unknown.text, free))
  })
})

/** Another text for the same bytes: the unused low bits of the last character have changed. */
function notCanonical(text: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return text.slice(0, -1) + (alphabet[alphabet.indexOf(text.at(-1) ?? '') ^ 1] ?? '')
}
