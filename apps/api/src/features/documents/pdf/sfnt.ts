import { inflateSync } from 'node:zlib'

const woffHeader = 44
const woffEntry = 20
const sfntHeader = 12
const sfntEntry = 16

interface Table {
  /** Its name and checksum. */
  readonly tag: Buffer
  readonly checksum: Buffer
  readonly bytes: Buffer
}

/**
 * A font file in WOFF as the TrueType file in it. Fontkit inflates each table whenever it is
 * opened, in JavaScript, which takes longer than to render a document.
 *
 * @throws Error if it is no WOFF.
 */
export function sfntOf(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('a font is no WOFF')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) =>
    tableAt(woff, woffHeader + index * woffEntry),
  )
  const header = Buffer.alloc(sfntHeader)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  header.writeUInt16BE(2 ** power * sfntEntry, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE(count * sfntEntry - 2 ** power * sfntEntry, 10)
  return Buffer.concat([header, ...entriesOf(tables), ...tables.map(({ bytes }) => padded(bytes))])
}

function tableAt(woff: Buffer, at: number): Table {
  const [offset, packed, length] = [4, 8, 12].map((member) => woff.readUInt32BE(at + member))
  if (offset === undefined || packed === undefined || length === undefined) {
    throw new Error('a font has no directory')
  }
  const data = woff.subarray(offset, offset + packed)
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.subarray(at + 16, at + 20),
    bytes: packed === length ? data : inflateSync(data),
  }
}

function entriesOf(tables: readonly Table[]): Buffer[] {
  let offset = sfntHeader + tables.length * sfntEntry
  return tables.map(({ tag, checksum, bytes }) => {
    const place = Buffer.alloc(8)
    place.writeUInt32BE(offset, 0)
    place.writeUInt32BE(bytes.length, 4)
    offset += padded(bytes).length
    return Buffer.concat([tag, checksum, place])
  })
}

const padded = (bytes: Buffer) =>
  bytes.length % 4 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(4 - (bytes.length % 4))])
