import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { canonicalJson } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { noticeContent } from '../../api/test/features/documents/sample-contents.ts'
import { vadium } from './terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'verify-document-'))
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const text = canonicalJson(noticeContent)
let files = 0

/** A PDF with these objects, of which the first is the catalog and the second the information. */
function pdfOf(objects: readonly string[]): string {
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n `
  })
  const table = ['0000000000 65535 f ', ...offsets].join('\n')
  const trailer = `trailer\n<< /Root 1 0 R /Info 2 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  const path = join(folder, `${(files += 1)}.pdf`)
  writeFileSync(path, Buffer.from(`${body}xref\n0 9\n${table}\n${trailer}`, 'latin1'))
  return path
}

function streamOf(bytes: Buffer): string {
  const packed = deflateSync(bytes).toString('latin1')
  return `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed}\nendstream`
}

/** A document with these bytes attached, of which the list of names has these entries. */
function attached(bytes: Buffer | string, names = '(content.json) 4 0 R'): string {
  const claimed = sha256(Buffer.from(bytes).toString().replace('\ufeff', ''))
  return pdfOf([
    `<< /AF [4 0 R] /Names << /EmbeddedFiles << /Names [${names}] >> >> >>`,
    '<< /Subject 3 0 R >>',
    `(SHA-256 of the content: ${claimed})`,
    '<< /F (content.json) /EF <<\n/F 5 0 R >> >>',
    streamOf(Buffer.from(bytes)),
    '<< /F (content.json) /EF <<\n/F 7 0 R >> >>',
    streamOf(Buffer.from('{}')),
  ])
}

const verified = (path: string, ...flags: string[]) =>
  vadium(['documents', 'verify', path, ...flags])

describe('vadium documents verify', () => {
  it('says what was verified, and what only the event shows', async () => {
    const ran = await verified(attached(text))
    expect(ran.stdout).toContain('Revision 1, made at 2026-03-02T16:00:00.000Z')
    expect(ran.stdout).toContain('Verified')
    expect(ran.stdout).toMatch(/pages: give --pdf-sha256/)
    expect(ran.stdout).toMatch(/whether the service has made it/)
    expect(ran.exitCode).toBe(0)
  })

  it('refuses a file in which a viewer finds another content', async () => {
    for (const names of ['(content.json) 6 0 R', '(content.json) 4 0 R (more.json) 6 0 R', '']) {
      const ran = await verified(attached(text, names))
      expect(ran.exitCode).not.toBe(0)
      expect(ran.stdout).not.toContain('Verified')
    }
  })

  it('refuses a byte order mark before the content', async () => {
    const ran = await verified(attached(`\ufeff${text}`))
    expect(ran.exitCode).not.toBe(0)
  })

  it('has a place for members of any type, and writes no control characters', async () => {
    const odd = { ...noticeContent, document_id: { toString: 1 }, kind: 'x\u009b2J\u202e' }
    for (const flags of [[], ['--json']]) {
      const ran = await verified(attached(canonicalJson(odd)), ...flags)
      expect(ran.exitCode).toBe(1)
      expect(ran.stdout).not.toMatch(/[\u0080-\u009f\u202e]/u)
    }
  })
})
