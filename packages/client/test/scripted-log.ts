import type { ServerResponse } from 'node:http'
import { type Answer, frameText } from './scripted-server.ts'

/** The ids of a log with this many events: `e1`, `e2`, and so on. */
export function eventIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `e${index + 1}`)
}

/** An event of the log as the SDK returns it. */
export function eventOf(id: string) {
  return {
    id,
    type: 'order.updated',
    time: '2026-03-02T16:00:00.000Z',
    data: { organization_id: 'us', note: `é€😀 of ${id}` },
  }
}

/** The same as a frame. */
export function frameOfEvent(id: string): string {
  const { type, time, data } = eventOf(id)
  return frameText({ id, event: type, data: { ...data, time } })
}

export const ready = (id: string) =>
  frameText({ id, event: 'ready', data: { status: 'connected' } })
export const reset = (id: string) =>
  frameText({ id, event: 'reset', data: { organization_id: 'us' } })

/**
 * Answers a log as the service does: all events after the given cursor, and then it stays open.
 * Each connection but the last is broken after a number of bytes.
 */
export function scriptedLog(count: number, ...brokenAfter: readonly number[]): Answer {
  const cuts = [...brokenAfter]
  return (response, { target }) => {
    const after = new URL(target, 'http://log').searchParams.get('after') ?? 'e0'
    const first = Number(after.slice(1))
    const texts = eventIds(count).slice(first).map(frameOfEvent)
    writeAndBreak(response, ready(after) + texts.join(''), cuts.shift())
  }
}

/** Writes a stream up to the byte at which the connection breaks; undefined: it does not break. */
export function writeAndBreak(response: ServerResponse, text: string, bytes: number | undefined) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  const all = Buffer.from(text)
  if (bytes === undefined || bytes >= all.length) response.write(all)
  else response.write(all.subarray(0, bytes), () => response.destroy())
}
