import type { Event } from '../src/index.ts'
import { rejection } from './patient-client.ts'
import type { Answer } from './scripted-server.ts'

export type Stream = AsyncIterableIterator<Event> & { readonly position: string | undefined }

/** This many events, and no more. */
export async function take(stream: Stream, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const step: IteratorResult<Event, unknown> = await stream.next()
    if (step.done === true) throw new Error(`The stream ended after ${ids.join(', ')}.`)
    ids.push(step.value.id)
  }
  return ids
}

export interface Deferred {
  readonly promise: Promise<void>
  readonly resolve: () => void
}

export function deferred(): Deferred {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((given) => {
    resolve = given
  })
  return { promise, resolve }
}

/** The end of a stream that yields nothing more. */
export const failureOf = (stream: Stream) => rejection(stream.next())

export const targets = (arrived: readonly { target: string }[]) =>
  arrived.map(({ target }) => target)

/** Sends these frames, and then breaks the connection. */
export const broken =
  (...given: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(given.join(''), () => response.destroy())
  }

/** Sends these frames, and then ends properly. */
export const ended =
  (...given: readonly string[]): Answer =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.end(given.join(''))
  }

/** Reads the request and closes the connection. */
export const silenceThenClose: Answer = (response) => {
  response.destroy()
}
