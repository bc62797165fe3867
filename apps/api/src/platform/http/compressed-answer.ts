import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'

/** Less than this fits into one packet, with its headers, as it is. */
const leastBytes = 1024

/**
 * The lowest levels: they leave a fifth of a page of a list, and the next ones save a twentieth of
 * that for twice the processor time. Another thread does the work.
 */
const encodings = {
  br: (text: Buffer) => compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (text: Buffer) => compressGzip(text, { level: 1 }),
} as const
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** The names in order of preference. */
const names = Object.keys(encodings)
const isEncoding = (name: string | null): name is keyof typeof encodings =>
  name !== null && Object.hasOwn(encodings, name)

/** The bytes of an answer, and their headers. */
interface Encoded {
  readonly body: Buffer | string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Compresses the text of an answer if its reader asked for that. Only for answers without secrets:
 * who can read lengths, and choose a part of the text, can guess the rest of it.
 */
export async function encodedFor(accepted: string | undefined, text: string): Promise<Encoded> {
  const headers = { Vary: 'Accept-Encoding' }
  if (accepted === undefined || Buffer.byteLength(text) < leastBytes) return { body: text, headers }
  const encoding = negotiate(accepted, names)
  if (!isEncoding(encoding)) return { body: text, headers }
  const body = await encodings[encoding](Buffer.from(text))
  return { body, headers: { ...headers, 'Content-Encoding': encoding } }
}
