import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CustodyUnavailableError,
  type ProviderReport,
} from '../../../src/features/custody/custody-adapter.ts'
import { type FireblocksWorld, openFireblocksWorld } from '../../harness/fireblocks-custody.ts'
import type { Answer } from '../../harness/fireblocks-stand-in.ts'
import { newInstruction } from '../../harness/instruction.ts'

let world: FireblocksWorld
beforeAll(async () => {
  world = await openFireblocksWorld()
})
afterAll(() => world.standIn.close())

const submitted = async (changes: Parameters<typeof newInstruction>[0] = {}) => {
  const instruction = newInstruction(changes)
  await world.custody.submit(instruction)
  return instruction
}

const failureOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it was answered'),
    (error: unknown) => error,
  )

describe('a submission to Fireblocks', () => {
  it('is a transfer between vault accounts with its exact amount', async () => {
    const instruction = await submitted({ quantity: '123456789.123456789012345678' })
    expect(world.standIn.sent.at(-1)).toEqual({
      body: {
        operation: 'TRANSFER',
        externalTxId: instruction.externalTransferId,
        assetId: 'ETH_TEST5',
        amount: '123456789.123456789012345678',
        treatAsGrossAmount: false,
        source: { type: 'VAULT_ACCOUNT', id: '11' },
        destination: { type: 'VAULT_ACCOUNT', id: '12' },
      },
      idempotencyKey: instruction.externalTransferId,
    })
    expect(await world.custody.get(instruction.externalTransferId)).toMatchObject({
      quantity: '123456789.123456789012345678',
    })
  })

  it('goes to the address of a receiver at another custodian', async () => {
    const receiver = { id: 'any', address: '0xQuay', custodian: 'copper' }
    const instruction = newInstruction({ receiver })
    expect(await world.custody.submit(instruction)).toMatchObject({ requestState: 'SUBMITTED' })
    expect(world.standIn.sent.at(-1)?.body.destination).toEqual({
      type: 'ONE_TIME_ADDRESS',
      oneTimeAddress: { address: '0xQuay' },
    })
  })

  it('has an idempotency key of at most 40 characters, one for each external id', async () => {
    const ids = ['a', 'b'].map((letter) => letter.repeat(128))
    for (const externalTransferId of ids) await submitted({ externalTransferId })
    const keys = world.standIn.sent.slice(-2).map(({ idempotencyKey }) => idempotencyKey)
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(key).toMatch(/^[\w-]{40}$/)
  })

  it('is found again under an id that must be encoded in a path', async () => {
    const { externalTransferId } = await submitted({ externalTransferId: 'VT/1?a=b #ü%2F' })
    expect(await world.custody.get(externalTransferId)).toMatchObject({ requestState: 'SUBMITTED' })
  })

  it.each([
    ['an asset without a name', { token: 'USDC' }],
    [
      'a sender without a vault account',
      { sender: { id: 'x', address: 'y', custodian: 'simulated' } },
    ],
    ['a receiver without one', { receiver: { id: '12b', address: 'y', custodian: 'simulated' } }],
  ])('is not sent for %s, and is rejected', async (_, changes) => {
    const before = world.standIn.sent.length
    const instruction = newInstruction(changes)
    expect(await world.custody.submit(instruction)).toMatchObject({
      state: 'rejected',
      requestState: null,
    })
    expect(world.standIn.sent).toHaveLength(before)
  })

  it('is found when its asset has lost its name since', async () => {
    const instruction = await submitted()
    const custody = await world.another({ assetIds: new Map() })
    expect(await custody.submit(instruction)).toMatchObject({ requestState: 'SUBMITTED' })
  })
})

describe('a status of Fireblocks', () => {
  it.each([
    ['SUBMITTED', 'pending_provider_approval', 'Received by Fireblocks'],
    ['PENDING_AML_SCREENING', 'pending_provider_approval', 'Waiting for a screening at Fireblocks'],
    [
      'PENDING_ENRICHMENT',
      'pending_provider_approval',
      'Waiting for a security check at Fireblocks',
    ],
    ['PENDING_AUTHORIZATION', 'pending_provider_approval', 'Waiting for an approval at Fireblocks'],
    [
      'PENDING_EMAIL_APPROVAL',
      'pending_provider_approval',
      'Waiting for an approval at Fireblocks',
    ],
    [
      'PENDING_3RD_PARTY_MANUAL_APPROVAL',
      'pending_provider_approval',
      'Waiting for a third party of Fireblocks to approve it',
    ],
    [
      'PENDING_3RD_PARTY',
      'pending_provider_approval',
      'Waiting for a third party of Fireblocks to approve it',
    ],
    ['QUEUED', 'pending_provider_approval', 'Waiting for another transaction at Fireblocks'],
    ['PENDING_SIGNATURE', 'pending_provider_signature', 'Waiting for a signature at Fireblocks'],
    ['BROADCASTING', 'broadcasting', 'Fireblocks is sending it to the network'],
    ['CONFIRMING', 'confirming', 'Waiting for confirmations of the network'],
    ['CONFIRMED', 'confirming', 'Waiting for confirmations of the network'],
    ['COMPLETED', 'completed', 'Completed'],
    ['CANCELLED', 'cancelled', 'Cancelled before it was sent'],
    ['REJECTED', 'rejected', 'Rejected at Fireblocks'],
    ['BLOCKED', 'rejected', 'Blocked by a policy at Fireblocks'],
    ['FAILED', 'failed', 'Failed at Fireblocks'],
    ['PENDING', undefined, 'Fireblocks says: PENDING'],
    ['CANCELLING', undefined, 'Being cancelled at Fireblocks'],
    ['PARTIALLY_COMPLETED', undefined, 'Fireblocks says: PARTIALLY_COMPLETED'],
    ['TIMEOUT', undefined, 'Fireblocks says: TIMEOUT'],
  ] as const)('%s is %s', async (status, state, label) => {
    const { externalTransferId } = await submitted()
    world.standIn.say(externalTransferId, { status })
    const report: ProviderReport = { state, requestState: status, label, quantity: '1.5' }
    expect(await world.custody.get(externalTransferId)).toEqual(report)
    expect(world.log).not.toContainEqual({ status })
  })

  it('changes nothing when it is unknown, and is logged once', async () => {
    const { externalTransferId } = await submitted()
    for (const status of ['constructor', 'PENDING_MOON_PHASE']) {
      world.standIn.say(externalTransferId, { status })
      await world.custody.get(externalTransferId)
      expect(await world.custody.get(externalTransferId)).toMatchObject({
        state: undefined,
        requestState: status,
        label: `Fireblocks says: ${status}`,
      })
      expect(
        world.log.filter((record) => 'status' in record && record.status === status),
      ).toHaveLength(1)
    }
  })

  it('needs a person when it completes what a third party has not accepted', async () => {
    const { externalTransferId } = await submitted()
    const subStatus = 'COMPLETED_BUT_3RD_PARTY_REJECTED'
    world.standIn.say(externalTransferId, { status: 'COMPLETED', subStatus })
    expect(await world.custody.get(externalTransferId)).toMatchObject({
      state: undefined,
      requestState: 'COMPLETED',
    })
  })

  it('shows the quantity that has arrived, when less than sent is completed', async () => {
    const { externalTransferId } = await submitted()
    world.standIn.say(externalTransferId, { status: 'COMPLETED', netAmount: '1.4990' })
    expect(await world.custody.get(externalTransferId)).toMatchObject({
      state: 'completed',
      quantity: '1.499',
    })
  })
})

describe('an id that was used before', () => {
  it('is answered with the transaction that used it, even when Fireblocks has forgotten the key', async () => {
    const instruction = await submitted()
    world.standIn.passDay()
    expect(await world.custody.submit(instruction)).toMatchObject({ requestState: 'SUBMITTED' })
    expect(world.standIn.sent.at(-1)?.idempotencyKey).toBe(instruction.externalTransferId)
    world.standIn.passTime()
    expect(world.standIn.timesMoved(instruction.externalTransferId)).toBe(1)
  })

  it('is not rejected while its transaction is not visible yet', async () => {
    world.standIn.next({ status: 400, body: { message: 'it already exists', code: 1438 } })
    const failure = await failureOf(world.custody.submit(newInstruction()))
    expect(failure).toBeInstanceOf(CustodyUnavailableError)
  })

  it('can be sent again after an error of Fireblocks, which its key would prevent', async () => {
    world.standIn.next({ status: 500, body: { message: 'Internal error', code: 500 } })
    const instruction = newInstruction()
    expect(await failureOf(world.custody.submit(instruction))).toBeInstanceOf(
      CustodyUnavailableError,
    )
    expect(await world.custody.submit(instruction)).toMatchObject({ requestState: 'SUBMITTED' })
    expect(world.standIn.sent.at(-1)?.idempotencyKey).toBeUndefined()
    world.standIn.passTime()
    expect(world.standIn.timesMoved(instruction.externalTransferId)).toBe(1)
  })
})

describe('a refusal', () => {
  it('is in the words of Fireblocks', async () => {
    world.standIn.next({ status: 400, body: { message: 'Invalid destination', code: 1427 } })
    expect(await world.custody.submit(newInstruction())).toEqual({
      state: 'rejected',
      requestState: '1427',
      label: 'Refused by Fireblocks (error 1427)',
      quantity: undefined,
    })
  })

  it('does not hide at a second request that the first was carried out', async () => {
    const instruction = await submitted()
    world.standIn.passDay()
    world.standIn.next({ status: 400, body: { message: 'Invalid destination', code: 1427 } })
    expect(await world.custody.submit(instruction)).toMatchObject({ requestState: 'SUBMITTED' })
  })
})

describe('an unreliable answer', () => {
  it.each([401, 403, 408, 425, 429])(
    'does not reject the transfer when its status is %i',
    async (status) => {
      world.standIn.next({ status, body: { message: 'Not you, or not now', code: status } })
      const instruction = newInstruction()
      expect(await failureOf(world.custody.submit(instruction))).toBeInstanceOf(
        CustodyUnavailableError,
      )
      world.standIn.passDay()
      expect(await world.custody.submit(instruction)).toMatchObject({ requestState: 'SUBMITTED' })
    },
  )

  const html = { body: '<html>bad gateway</html>', headers: { 'content-type': 'text/html' } }
  const answers: [string, Answer][] = [
    ['an error of the server', { status: 500, body: { message: 'Internal error', code: 500 } }],
    ['a gateway', { status: 502, ...html }],
    ['a rate limit', { status: 429, body: { message: 'Too many requests', code: 429 } }],
    ['a key that was revoked', { status: 401, body: { message: 'Invalid signature', code: -1 } }],
    [
      'a right that is missing',
      { status: 403, body: { message: 'Insufficient permissions', code: -8 } },
    ],
    ['a page that is not found', { status: 404, ...html }],
    ['a refusal that Fireblocks did not write', { status: 400, body: 'null' }],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }],
    [
      'an answer that is too large',
      { status: 200, body: { id: 'x', status: 'COMPLETED', note: 'x'.repeat(300_000) } },
    ],
  ]

  it.each(answers)('can be %s', async (_, answer) => {
    const { externalTransferId } = await submitted()
    world.standIn.always = answer
    try {
      for (const call of [
        () => world.custody.submit(newInstruction()),
        () => world.custody.get(externalTransferId),
        () => world.custody.cancel(externalTransferId),
      ]) {
        expect(await failureOf(call())).toBeInstanceOf(CustodyUnavailableError)
      }
    } finally {
      world.standIn.always = undefined
    }
    expect(world.standIn.requests.filter((line) => line.endsWith('/elsewhere'))).toEqual([])
  })

  it.each<[string, unknown]>([
    ['no transaction', { message: 'fine' }],
    ['a status that is not a word', { id: 'x', status: 'DONE. <b>' }],
    ['a list', []],
  ])('can be %s', async (_, body) => {
    world.standIn.always = { status: 200, body }
    try {
      expect(await failureOf(world.custody.get('x'))).toBeInstanceOf(CustodyUnavailableError)
    } finally {
      world.standIn.always = undefined
    }
  })

  it('can be no answer within the time-out of a call', async () => {
    world.standIn.next('hangs')
    const { access } = world.settings
    const custody = await world.another({ access: { ...access, callMsMax: 50 } })
    const instruction = newInstruction()
    expect(await failureOf(custody.submit(instruction))).toBeInstanceOf(CustodyUnavailableError)
    expect(await world.custody.get(instruction.externalTransferId)).toMatchObject({
      requestState: 'SUBMITTED',
    })
  })

  it('can be a refused connection', async () => {
    const { access } = world.settings
    const custody = await world.another({ access: { ...access, baseUrl: 'http://127.0.0.1:9/v1' } })
    expect(await failureOf(custody.get('x'))).toBeInstanceOf(CustodyUnavailableError)
  })

  it('does not reveal the key, the token or the secret', async () => {
    const access = { ...world.settings.access, secretKey: world.standIn.wrongKeyPem }
    const custody = await world.another({ access })
    const failure = await failureOf(custody.get('x'))
    expect(failure).toBeInstanceOf(CustodyUnavailableError)
    expect(String(failure)).toContain('401')
    const errorText = JSON.stringify(failure, Object.getOwnPropertyNames(failure))
    expect(errorText).not.toContain(world.standIn.apiKey)
    expect(errorText).not.toMatch(/Bearer|eyJ|PRIVATE/)
  })
})

describe('a cancellation', () => {
  it('is answered with the status of the transfer when Fireblocks refuses it', async () => {
    const { externalTransferId } = await submitted()
    world.standIn.say(externalTransferId, { status: 'CANCELLING' })
    expect(await world.custody.cancel(externalTransferId)).toMatchObject({
      requestState: 'CANCELLING',
    })
  })
})
