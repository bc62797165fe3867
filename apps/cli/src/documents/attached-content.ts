import { inflateSync } from 'node:zlib'

/** Why a file is not taken for a document of this service. */
export class NoDocument extends Error {
  override readonly name = 'NoDocument'
}

/** What a PDF of a document has in it, besides its pages. */
export interface AttachedContent {
  /** The text of the attached content. */
  readonly text: string
  /** The SHA-256 of the content that the file claims, in hexadecimal. */
  readonly claimedSha256: string
}

const contentBytesMax = 64 * 1024 * 1024

/**
 * Reads the content that is attached to the PDF of a document. It reads files that the service has
 * written, and no others: with one table of its objects, at its end, and one attached file.
 *
 * @throws NoDocument for any other file.
 */
export function attachedContent(bytes: Buffer): AttachedContent {
  // Offsets are of bytes, and every byte is one character here.
  const file = bytes.toString('latin1')
  if (!file.startsWith('%PDF-1.')) throw new NoDocument('is no PDF')
  const { trailer, offsets } = tableOf(file)
  const catalog = objectAt(file, offsets, referenceIn(trailer, /\/Root (\d+) 0 R/))
  const [, associated = ''] = /\/AF \[([\dR ]{1,100})\]/.exec(catalog) ?? []
  if ((associated.match(/ R\b/g) ?? []).length !== 1) {
    throw new NoDocument('has not exactly one attached file')
  }
  const attachedAt = referenceIn(associated, /^\s*(\d+) 0 R\s*$/)
  if (namedIn(file, offsets, catalog) !== attachedAt) {
    throw new NoDocument('lists another attached file than its own')
  }
  const entry = objectAt(file, offsets, attachedAt)
  if (!entry.includes('/F (content.json)')) throw new NoDocument('has no content.json attached')
  const attached = objectAt(file, offsets, referenceIn(entry, /\/EF <<\s*\/F (\d+) 0 R/))
  const info = objectAt(file, offsets, referenceIn(trailer, /\/Info (\d+) 0 R/))
  const subject = objectAt(file, offsets, referenceIn(info, /\/Subject (\d+) 0 R/))
  const [, claimedSha256] = /\(SHA-256 of the content: ([0-9a-f]{64})\)/.exec(subject) ?? []
  if (claimedSha256 === undefined) throw new NoDocument('does not name the digest of its content')
  return { text: streamText(attached), claimedSha256 }
}

/** The one file of the list of names, which is what a viewer of PDFs shows. */
function namedIn(file: string, offsets: Table['offsets'], catalog: string): number {
  const [, at] = /\/Names (\d+) 0 R/.exec(catalog) ?? []
  const names = at === undefined ? catalog : objectAt(file, offsets, Number(at))
  const [, list = '', ...others] = names.split('/EmbeddedFiles <<')
  const isOnlyList =
    others.length === 0 && (at === undefined || catalog.split('/Names').length === 2)
  if (!isOnlyList) throw new NoDocument('has more than one list of attached files')
  return referenceIn(
    list.slice(0, Math.max(0, list.indexOf('>>'))).trim(),
    /^\/Names \[\s*\(content\.json\) (\d+) 0 R\s*\]$/,
  )
}

interface Table {
  readonly trailer: string
  /** Where the objects begin, by their numbers. */
  readonly offsets: ReadonlyMap<number, number>
}

function tableOf(file: string): Table {
  const [, at] = /startxref\n(\d{1,9})\n%%EOF\n?$/.exec(file.slice(-64)) ?? []
  const table = at === undefined ? undefined : file.slice(Number(at))
  if (table === undefined || !table.startsWith('xref')) throw new NoDocument('is not complete')
  // An addition to a PDF has a second table, which names the first one.
  if (table.includes('/Prev') || table.indexOf('trailer') !== table.lastIndexOf('trailer')) {
    throw new NoDocument('was changed after it was made')
  }
  const [head = '', trailer = ''] = table.split('trailer')
  const entries = [...head.matchAll(/^(\d{10}) \d{5} ([fn])/gm)]
  const offsets = entries.map(([, offset]) => Number(offset))
  return { trailer, offsets: new Map(offsets.entries()) }
}

function referenceIn(text: string, pattern: RegExp): number {
  const [, number] = pattern.exec(text) ?? []
  if (number === undefined) throw new NoDocument('is not laid out like a document of the service')
  return Number(number)
}

function objectAt(file: string, offsets: Table['offsets'], number: number): string {
  const offset = offsets.get(number)
  const text = offset === undefined ? '' : file.slice(offset)
  const end = text.indexOf('\nendobj')
  if (end === -1 || !text.startsWith(`${number} 0 obj`)) {
    throw new NoDocument(`has no object ${number}`)
  }
  return text.slice(0, end)
}

function streamText(object: string): string {
  const begin = object.indexOf('stream\n')
  const [, length] = /\/Length (\d+)/.exec(object.slice(0, Math.max(0, begin))) ?? []
  if (begin === -1 || length === undefined || !object.includes('/Filter /FlateDecode')) {
    throw new NoDocument('has no content that can be read')
  }
  const packed = object.slice(begin + 'stream\n'.length).slice(0, Number(length))
  try {
    const content = inflateSync(Buffer.from(packed, 'latin1'), { maxOutputLength: contentBytesMax })
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    throw new NoDocument('has no content that can be read')
  }
}
