import { signRequest } from '@vadium/client'
import { request } from 'undici'
import type { Key } from './book.ts'
import type { RunningService } from './service.ts'

/** A frame of a stream of server-sent events. */
export interface Frame {
  readonly id: string
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A stream as a program without the SDK reads it. */
export interface OpenFrames extends AsyncDisposable {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The next frame; undefined when the stream has ended. */
  next(): Promise<Frame | undefined>
  /** This many more frames. */
  take(count: number): Promise<Frame[]>
  /** Resolves when the other side has ended the stream. */
  ended(): Promise<void>
}

let opened = 0

/** Opens a stream, signed, and reads its first frame: no event after it is missed. */
export async function openFrames(
  service: RunningService,
  key: Key,
  target = '/events:stream',
  headers: Record<string, string> = {},
): Promise<OpenFrames & { readonly ready: Frame }> {
  opened += 1
  const { origin } = new URL(service.url)
  const signedAt = service.clock.now() - 29_000 + opened
  const reply = await request(`${origin}${target}`, {
    headers: { ...signRequest({ method: 'GET', target }, key.privateKey, signedAt), ...headers },
    bodyTimeout: 0,
  })
  if (reply.statusCode !== 200) throw new Error(await reply.body.text())
  const frames = parsed(reply.body)
  const next = async () => {
    const { value } = await frames.next()
    return value ?? undefined
  }
  const ready = await next()
  if (ready === undefined) throw new Error('the stream ended before it began')
  return {
    ready,
    headers: reply.headers,
    next,
    take: async (count) => {
      const taken: Frame[] = []
      while (taken.length < count) {
        const frame = await next()
        if (frame === undefined) throw new Error(`the stream ended after ${taken.length} frames`)
        taken.push(frame)
      }
      return taken
    },
    ended: async () => {
      while ((await next()) !== undefined);
    },
    [Symbol.asyncDispose]: async () => {
      reply.body.destroy()
      await frames.return(undefined).catch(() => undefined)
    },
  }
}

async function* parsed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Frame, undefined> {
  let text = ''
  for await (const chunk of body) {
    text += Buffer.from(chunk).toString()
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) if (!block.startsWith(':')) yield frameIn(block)
  }
}

function frameIn(block: string): Frame {
  const fields = new Map(
    block.split('\n').map((line): [string, string] => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name) ?? '')
  return {
    id: id ?? '',
    event: event ?? '',
    data: JSON.parse(data ?? '') as Record<string, unknown>,
  }
}
