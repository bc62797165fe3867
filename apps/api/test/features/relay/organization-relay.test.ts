import { describe, expect, it } from 'vitest'
import { OrganizationRelay } from '../../../src/features/relay/organization-relay.ts'
import { eventResource } from '../../../src/platform/events/event-frames.ts'
import type { LoggedEvent } from '../../../src/platform/events/event-log.ts'
import { Random } from '../../harness/random.ts'
import { firstOf, seedFrom } from '../../harness/long-run.ts'
import { type Fate, MemoryLog, MemoryStream, testCursors } from '../../harness/relayed-log.ts'

const organizationId = '00000000-0000-4000-8000-00000000000a'

/** A log and its stream, and what was counted and logged of their relays. */
function world(fate?: () => Fate) {
  const log = new MemoryLog()
  const broker = new MemoryStream(fate)
  const counted = { published: 0, missed: 0, restored: 0 }
  const said: string[] = []
  const state = { holds: true, active: true }
  const note = (_facts: unknown, text?: string) => void said.push(text ?? '')
  const relay = () =>
    new OrganizationRelay({
      ...{ organizationId, stream: 'vadium-a', prefix: 'vadium', broker, log },
      cursors: testCursors,
      holdsLog: () => state.holds,
      isActive: async () => state.active,
      meter: {
        published: (count) => void (counted.published += count),
        missed: (count) => void (counted.missed += count),
        restored: () => void (counted.restored += 1),
      },
      logger: { info: note, warn: note },
    })
  return { log, broker, counted, said, state, relay }
}

const idOf = (event: LoggedEvent) => eventResource(organizationId, event, testCursors).id
const idsOf = (events: readonly LoggedEvent[]) => events.map(idOf)

async function untilDone(relay: OrganizationRelay): Promise<void> {
  while (await relay.step());
}

describe('the relay of an organization', () => {
  it('sends each event as GET /events shows it, under its type and its id', async () => {
    const { log, broker, counted, relay } = world()
    log.happen(120)
    await untilDone(relay())
    const [first] = log.events
    if (first === undefined) throw new Error('nothing happened')
    expect(broker.messages[0]).toEqual({
      stream: 'vadium-a',
      subject: `vadium.${organizationId}.chat.updated`,
      id: idOf(first),
      body: JSON.stringify(eventResource(organizationId, first, testCursors)),
      lastSequence: 0,
      gap: undefined,
    })
    expect(broker.messages.map(({ id }) => id)).toEqual(idsOf(log.events))
    expect(counted).toEqual({ published: 120, missed: 0, restored: 0 })
  })

  it('does not repeat or leave out what was stored without an acknowledgement', async () => {
    for (const fates of [
      ['stored', 'unacknowledged'],
      ['unacknowledged', 'lost'],
      ['late', 'stored', 'lost'],
      ['stored', 'stored', 'unacknowledged', 'late'],
    ] as const) {
      const queue: Fate[] = [...fates]
      const { log, broker, relay } = world(() => queue.shift() ?? 'stored')
      log.happen(6)
      const failing = relay()
      await expect(failing.step(), fates.join()).rejects.toThrow('timeout')
      expect(failing.state).toBe('failing')
      broker.forgetIds()
      broker.arriveLate()
      await untilDone(failing)
      expect(broker.messages.map(({ id }) => id)).toEqual(idsOf(log.events))
      expect(failing.state).toBe('relaying')
    }
  })

  it('reports events that were deleted before it came to them, once, and marks the gap', async () => {
    let fate: Fate = 'stored'
    const { log, broker, counted, said, relay } = world(() => fate)
    log.happen(10)
    const running = relay()
    await untilDone(running)
    log.happen(10)
    log.forget(15)
    fate = 'lost'
    expect(await running.step()).toBe(true)
    await expect(running.step()).rejects.toThrow('timeout')
    fate = 'stored'
    await untilDone(running)
    expect(counted).toEqual({ published: 15, missed: 5, restored: 0 })
    expect(said).toEqual(['events were deleted before they were relayed'])
    expect(broker.messages.map(({ gap }) => gap).filter(Boolean)).toEqual(['deleted'])
    expect(broker.messages[10]?.gap).toBe('deleted')
    await untilDone(relay())
    expect(broker.messages).toHaveLength(15)
  })

  it.each([
    ['has not reached its position', 2],
    ['has another event at its position', 4],
    ['has grown past its position', 150],
  ])('marks a restore when the log %s, and leaves nothing out', async (_what, grown) => {
    const { log, broker, counted, said, relay } = world()
    log.happen(12)
    await untilDone(relay())
    const undone = broker.messages.slice(8)
    log.undo(4)
    const kept = log.events.length
    log.happen(grown)
    await untilDone(relay())
    expect(broker.messages.slice(8, 12)).toEqual(undone)
    expect(broker.messages.slice(12).map(({ id }) => id)).toEqual(idsOf(log.events.slice(kept)))
    expect(broker.messages[12]?.gap).toBe('restored')
    expect(broker.messages.filter(({ gap }) => gap !== undefined)).toHaveLength(1)
    expect(counted).toMatchObject({ missed: 0, restored: 1 })
    expect(said).toEqual(['event log was restored: it is relayed from its newest known event on'])
  })

  it('begins again with the oldest event if the stream dropped what the restored log has', async () => {
    const { log, broker, relay } = world()
    log.happen(6)
    await untilDone(relay())
    log.undo(2)
    broker.dropUpTo(4)
    broker.forgetIds()
    log.happen(1)
    await untilDone(relay())
    expect(broker.messages.slice(6).map(({ id }) => id)).toEqual(idsOf(log.events))
  })

  it('refuses a stream whose newest message is none of its events', async () => {
    const { log, broker, relay } = world()
    log.happen(1)
    const foreign = { stream: '', subject: '', body: '', gap: undefined, lastSequence: 0 }
    await broker.publish({ ...foreign, id: 'of-somebody-else' })
    await expect(relay().step()).rejects.toThrow('is no event of this organization')
    expect(broker.messages).toHaveLength(1)
  })

  it('sends nothing while another one has the log, or the organization is suspended', async () => {
    const { log, broker, state, relay } = world()
    log.happen(3)
    const idle = relay()
    state.holds = false
    expect(await idle.step()).toBe(false)
    expect([idle.state, await idle.lag()]).toEqual(['waiting', undefined])
    Object.assign(state, { holds: true, active: false })
    expect(await idle.step()).toBe(false)
    expect([idle.state, broker.messages]).toEqual(['suspended', []])
    state.active = true
    await untilDone(idle)
    expect(broker.messages).toHaveLength(3)
    state.holds = false
    await idle.step()
    state.holds = true
    log.happen(1)
    await untilDone(relay())
    broker.forgetIds()
    log.happen(1)
    await untilDone(idle)
    expect(broker.messages).toHaveLength(5)
  })

  it('knows how far it is behind while the broker fails', async () => {
    let fate: Fate = 'stored'
    const { log, relay } = world(() => fate)
    log.happen(2)
    const failing = relay()
    await untilDone(failing)
    expect(await failing.lag()).toEqual({ events: 0, oldest: undefined })
    fate = 'lost'
    log.happen(3)
    await expect(failing.step()).rejects.toThrow('timeout')
    expect(await failing.lag()).toEqual({ events: 3, oldest: '2026-03-02T12:00:00.000Z' })
  })

  const seed = seedFrom('RELAY_SEED', 28)
  it.each(
    firstOf(
      Array.from({ length: 400 }, (_, i) => seed + i),
      8,
    ),
  )(
    'keeps the order of the log beside a second one that is no longer alone (seed %i)',
    async (each) => {
      const random = new Random(each)
      const fates: readonly Fate[] = [
        'stored',
        'stored',
        'stored',
        'unacknowledged',
        'lost',
        'late',
      ]
      const { log, broker, relay } = world(() => random.pick(fates) ?? 'stored')
      const relays = [relay(), relay()]
      for (let round = 0; round < 25; round += 1) {
        log.happen(random.below(6))
        await Promise.allSettled(relays.map((one) => one.step()))
        if (random.chance(0.3)) broker.forgetIds()
        if (random.chance(0.3)) broker.arriveLate()
        if (random.chance(0.1)) relays[random.below(2)] = relay()
      }
      broker.arriveLate()
      const ids = broker.messages.map(({ id }) => id)
      expect(ids).toEqual(idsOf(log.events).slice(0, ids.length))
      expect(ids.length).toBeGreaterThan(0)
    },
  )
})
