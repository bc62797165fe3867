import { generateWebKeyPair, type RequestOptions, VadiumClient } from '@vadium/client'
import { lostConnection, refusal } from '@vadium/client/testing'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Batches, type BatchItem, figuresMs } from '../../src/service/batches.ts'
import { settledWrite } from '../../src/service/settled-write.ts'
import { recordedService } from './harness/recorded-service.ts'

const service = recordedService('execution')
const accepted = () =>
  service.requests.filter(({ method }) => method === 'markToMarketRequests.accept')
const call = service.sample('markToMarketRequests.get')
const words = { title: 'Answers', done: 'accepted' }
// Nothing waits here between two attempts.
const pausing = { pause: () => Promise.resolve() }

let client: VadiumClient
let profiles = 0
let profileId: string
let batches: Batches
beforeEach(async () => {
  service.requests.splice(0)
  const { privateKey } = await generateWebKeyPair()
  const { transport } = service
  client = new VadiumClient({ baseUrl: 'http://x', privateKey, transport, retries: false })
  profileId = `profile ${(profiles += 1)}`
  batches = new Batches(pausing, new QueryClient(), profileId)
})
afterEach(() => {
  vi.useRealTimers()
})

const accept = (options: RequestOptions) => client.markToMarketRequests.accept(call.id, options)
const items = (count: number, send: BatchItem['send'] = accept) =>
  Array.from({ length: count }, (_, i) => ({ id: `item ${i}`, name: `Item ${i}`, send }))
const states = () => batches.read()?.rows.map(({ written }) => written.state)

describe('requests that are sent together', () => {
  it('are not begun once no answer has come to one, which is asked for again under its key', async () => {
    service.script('markToMarketRequests.accept', lostConnection())
    await batches.start(words, items(9))
    // Four are under way at once.
    expect(states()?.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'done'))
    const rest = batches.read()?.rows.slice(4) ?? []
    const notSent = { state: 'not sent', why: 'no answer came to another' }
    expect(rest.map(({ written }) => written)).toEqual(rest.map(() => notSent))
    const keys = accepted().map(({ idempotencyKey }) => idempotencyKey)
    expect(keys).toHaveLength(5)
    expect(new Set(keys).size).toBe(4)
  })

  it('are not begun a minute after the press, nor once a person has stopped them', async () => {
    const begin = Date.now()
    const old = items(5, async (options) => {
      vi.setSystemTime(begin + figuresMs)
      return accept(options)
    })
    vi.useFakeTimers({ toFake: ['Date'], now: begin })
    await batches.start(words, old)
    expect(states()).toEqual(['done', 'not sent', 'not sent', 'not sent', 'not sent'])
    batches.forget()
    const stopped = batches.start(words, items(6))
    batches.halt()
    await stopped
    expect(states()?.slice(4)).toEqual(['not sent', 'not sent'])
  })

  it('stay until a person has read what became of them, also when the key was locked', async () => {
    await batches.start(words, items(1))
    await batches.start(words, items(3))
    expect(states()).toEqual(['done'])
    batches.forget()
    void batches.start(
      words,
      items(6, () => new Promise<never>(() => undefined)),
    )
    batches.stop()
    batches = new Batches(pausing, new QueryClient(), profileId)
    expect(states()).toEqual(['left', 'left', 'left', 'left', 'not sent', 'not sent'])
    expect(batches.read()?.isOver).toBe(true)
    batches.forget()
    expect(new Batches(pausing, new QueryClient(), profileId).read()).toBeUndefined()
  })
})

describe('a write without an answer', () => {
  const settled = () => settledWrite(pausing, accept, new AbortController().signal, () => undefined)

  it.each([
    'REQUEST_TIMEOUT',
    'RATE_LIMITED',
    'ROLE_NOT_PERMITTED',
    'IDEMPOTENCY_KEY_IN_USE',
  ] as const)('is not refused by %s, which is said before its key is looked up', async (reason) => {
    service.script('markToMarketRequests.accept', lostConnection(), refusal(reason))
    expect((await settled()).state).toBe('done')
    expect(accepted()).toHaveLength(3)
  })

  it('is refused by what the operation itself says', async () => {
    service.script('markToMarketRequests.accept', lostConnection(), refusal('INVALID_STATE'))
    expect((await settled()).state).toBe('refused')
    expect(accepted()).toHaveLength(2)
  })
})
