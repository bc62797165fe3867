import { describe, expect, it } from 'vitest'
import type { Moved } from '../src/index.ts'
import { patientClient } from './patient-client.ts'
import { failureOf, targets, take } from './read-streams.ts'
import { frameOfEvent, ready, writeAndBreak } from './scripted-log.ts'
import { type Answer, scriptedServer } from './scripted-server.ts'

const frame = (data: unknown) => `event: moved\ndata: ${JSON.stringify(data)}\n\n`
const moved = (...prices: string[]) => frame({ prices, clock: false })

/** Sends these frames. The connection then breaks. */
const answer =
  (...frames: readonly string[]): Answer =>
  (response) => {
    const text = frames.join('')
    writeAndBreak(response, text, Buffer.byteLength(text) - 1)
  }

describe('a stream that asks for what has moved', () => {
  it('calls onMoved in turn with the events, and continues after the last event alone', async () => {
    await using server = await scriptedServer()
    server.answer(
      answer(ready('e0'), moved('BTC', 'ETH'), frameOfEvent('e1'), moved('ETH'), ': cut'),
      answer(ready('e1'), moved('BTC', 'ETH'), frameOfEvent('e2'), ': cut'),
    )
    const { client } = patientClient(server)
    const seen: (string | undefined)[] = []
    const stream = client.events.stream(
      { moved: true },
      {
        onMoved: ({ prices }) => {
          seen.push(`${prices.join()} after ${stream.position}`)
        },
      },
    )
    expect(await take(stream, 2)).toEqual(['e1', 'e2'])
    expect(seen).toEqual(['BTC,ETH after e0', 'ETH after e1', 'BTC,ETH after e1'])
    expect(targets(server.arrived)).toEqual([
      '/events:stream?moved=true',
      '/events:stream?moved=true&after=e1',
    ])
    await stream.return()
  })

  it('leaves out what has moved without an onMoved', async () => {
    await using server = await scriptedServer()
    server.answer(answer(ready('e0'), moved('BTC'), frameOfEvent('e1'), ': cut'))
    const stream = patientClient(server).client.events.stream({ moved: true })
    expect(await take(stream, 1)).toEqual(['e1'])
    await stream.return()
  })

  it('waits longer after each connection that breaks behind its first frames', async () => {
    await using server = await scriptedServer()
    const broken = answer(ready('e0'), moved('BTC'), ': cut')
    server.answer(broken, broken, broken, answer(ready('e0'), frameOfEvent('e1'), ': cut'))
    const { client } = patientClient(server)
    const failures: number[] = []
    const onInterruption = (interruption: { failures: number }) => {
      failures.push(interruption.failures)
    }
    const stream = client.events.stream({ moved: true }, { onInterruption })
    expect(await take(stream, 1)).toEqual(['e1'])
    expect(failures).toEqual([1, 2, 3])
    await stream.return()
  })

  it.each(['no object', { prices: 'BTC', clock: false }, { prices: ['BTC'] }])(
    'ends with an error if the service sends %o as what has moved',
    async (data) => {
      await using server = await scriptedServer()
      server.answer(answer(ready('e0'), frame(data), ': cut'))
      const taken: Moved[] = []
      const onMoved = (moved: Moved) => void taken.push(moved)
      const stream = patientClient(server).client.events.stream({ moved: true }, { onMoved })
      expect(await failureOf(stream)).toMatchObject({ name: 'VadiumReplyError' })
      expect(taken).toEqual([])
    },
  )

  it('refuses an onMoved that no frame would reach', async () => {
    await using server = await scriptedServer()
    const { client } = patientClient(server)
    const onMoved = () => undefined
    for (const open of [
      () => client.events.stream({}, { onMoved }),
      () => client.chats.stream({}, { onMoved }),
    ]) {
      expect(open).toThrow('onMoved needs the filter moved: true.')
    }
  })
})
