import type { Event, Transport } from '../src/index.ts'
import { patientClient, rejection } from './patient-client.ts'
import { eventOf, frameOfEvent, ready } from './scripted-log.ts'

const nowhere = { url: 'http://127.0.0.1:1' }

/** Answers a stream in these chunks, once; after that, it answers with a permanent refusal. */
export function chunks(...given: readonly Uint8Array[]): Transport {
  let sent = 0
  return {
    send: () => {
      sent += 1
      const error = { code: 'PERMISSION_DENIED', reason: 'ROLE_NOT_PERMITTED', message: 'No.' }
      return Promise.resolve({
        status: sent === 1 ? 200 : 403,
        headers: new Headers({ 'Content-Type': 'text/event-stream; charset=utf-8' }),
        body: iterated(sent === 1 ? given : [Buffer.from(JSON.stringify({ error }))]),
      })
    },
  }
}

async function* iterated(given: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of given) yield await Promise.resolve(chunk)
}

/** The events that a stream yields before it ends, and its error. */
export async function read(transport: Transport): Promise<{ events: Event[]; error: unknown }> {
  const { client } = patientClient(nowhere, { transport })
  const events: Event[] = []
  const reading = (async () => {
    for await (const event of client.events.stream()) events.push(event)
  })()
  return { events, error: await rejection(reading) }
}

const { type, time, data } = eventOf('e2')
const manyLines = JSON.stringify({ ...data, time }, undefined, 1).replaceAll('\n', '\ndata: ')
const text = `${ready('e0')}: keepalive\n\n${frameOfEvent('e1')}:\nid:e2\nevent:${type}\nretry: 10\nnew: 1\ndata: ${manyLines}\n\n`

/** A stream of the events e1 and e2, with every kind of line, in each way to end a line. */
export const spellings = [
  ['line feeds', text],
  ['carriage returns', text.replaceAll('\n', '\r')],
  ['both', text.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${text}`],
] as const

/** A stream, and what shows that its last line has ended. */
export const bytesOf = (whole: string) => Buffer.from(`${whole}: what shows that a line ended\n`)
