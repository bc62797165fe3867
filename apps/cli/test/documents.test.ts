import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { canonicalJson } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderDocument } from '../../api/src/features/documents/pdf/render-document.ts'
import { noticeContent } from '../../api/test/features/documents/sample-contents.ts'
import { answered } from './answered-command.ts'
import { refusal } from './loopback-service.ts'
import { vadium } from './terminal.ts'

const folder = mkdtempSync(join(tmpdir(), 'vadium-cli-documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

const id = noticeContent.document_id
let pdf: Buffer
beforeAll(async () => {
  pdf = await renderDocument(noticeContent)
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function fileOf(bytes: Buffer | string): string {
  const path = join(folder, 'document.pdf')
  writeFileSync(path, bytes)
  return path
}

const verify = (bytes: Buffer | string, ...more: string[]) =>
  vadium(['documents', 'verify', fileOf(bytes), ...more])

/**
 * The file with the first of the changes that a stream has room for. The stream keeps its length,
 * and so every offset of the file stays right.
 */
function changedInStream(bytes: Buffer, ...changes: ((text: string) => string)[]): Buffer {
  const file = bytes.toString('latin1')
  for (const begin of file.matchAll(/\/Length (\d+)[^]{0,200}?stream\n/g)) {
    const [head, length = ''] = begin
    const [from, size] = [begin.index + head.length, Number(length)]
    const text = inflated(bytes.subarray(from, from + size))
    if (text === undefined) continue
    for (const change of changes) {
      const changed = change(text)
      const packed = deflateSync(Buffer.from(changed, 'latin1'), { level: 9 })
      if (changed === text || packed.length > size) continue
      const filled = Buffer.concat([packed, Buffer.alloc(size - packed.length)])
      return Buffer.concat([bytes.subarray(0, from), filled, bytes.subarray(from + size)])
    }
  }
  throw new Error('no stream has room for a change')
}

/** Each figure of the content, by its place among them, and what its last digit becomes. */
const figure = /"(?:m2m_\w+|notional_usd|collateral_amount|exact|value)":"[\d.]*\d"/g
const digitsOfFigures = [...canonicalJson(noticeContent).matchAll(figure)].flatMap(({ index }) =>
  Array.from({ length: 10 }, (_, digit) => ({ index, digit })),
)

const withAnotherDigit =
  ({ index, digit }: (typeof digitsOfFigures)[number]) =>
  (text: string): string => {
    if (!text.startsWith('{"')) return text
    return text.replace(figure, (found, at: number) =>
      at === index ? `${found.slice(0, -2)}${digit}"` : found,
    )
  }

function inflated(packed: Buffer): string | undefined {
  try {
    return inflateSync(packed).toString('latin1')
  } catch {
    return undefined
  }
}

/** A sound file with one empty page, and nothing attached. */
const otherPdf = ((): string => {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  const begin = file.length
  return `${file}xref\n0 4\n0000000000 65535 f \n${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${begin}\n%%EOF\n`
})()

describe('documents pdf', () => {
  it('saves the bytes that the service has', async () => {
    const path = join(folder, 'saved.pdf')
    const { exitCode, stderr, arrived } = await answered(
      [
        (response) => {
          response.writeHead(200, { 'Content-Type': 'application/pdf' })
          response.end(pdf)
        },
      ],
      ['documents', 'pdf', id, '--output', path],
    )
    expect([exitCode, stderr]).toEqual([0, `${path}: ${pdf.length} bytes.\n`])
    expect(arrived.map(({ target }) => target)).toEqual([`/documents/${id}/pdf`])
    expect(readFileSync(path).equals(pdf)).toBe(true)
  })

  it('leaves no file of a document that is not rendered yet', async () => {
    const path = join(folder, 'none.pdf')
    const { exitCode, stderr } = await answered(
      [refusal('DOCUMENT_NOT_READY')],
      ['documents', 'pdf', id, '--output', path],
    )
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain('not rendered yet')
    expect(() => readFileSync(path)).toThrow('ENOENT')
  })
})

describe('documents verify', () => {
  it('recomputes a file as the service makes it, and says what it does not cover', async () => {
    const { exitCode, stdout } = await verify(pdf, '--pdf-sha256', sha256(pdf).toUpperCase())
    expect(stdout).toContain('Verified: the digest of the content and every figure')
    expect(stdout).toMatch(/Not covered:\n.*\n {2}whether the inputs are true/)
    expect(exitCode).toBe(0)
  })

  it('finds one changed digit in the attached content, by its digest and by its figures', async () => {
    const changed = changedInStream(pdf, ...digitsOfFigures.map(withAnotherDigit))
    const { exitCode, stdout } = await verify(changed, '--json')
    expect(exitCode).toBe(1)
    const { differences } = JSON.parse(stdout) as { differences: { member: string }[] }
    const members = differences.map(({ member }) => member)
    expect(members).toContain('content_sha256')
    expect(members.filter((member) => member !== 'content_sha256')).not.toEqual([])
  })

  it('finds a figure that was changed together with every digest', async () => {
    const preview = { ...(noticeContent['preview'] as object), m2m_notional_usd: '200001.00' }
    const { exitCode, stdout } = await verify(await renderDocument({ ...noticeContent, preview }))
    expect(exitCode).toBe(1)
    expect(stdout).toContain('preview.m2m_notional_usd: is 200001.00, should be 200000.00')
    expect(stdout).not.toContain('content_sha256: is')
  })

  it('finds a change on a page by the digest of the event alone, and says that it reads no page', async () => {
    const changed = changedInStream(pdf, (text) =>
      text.includes('] TJ') ? text.replace(/<([0-9a-f]{2})([0-9a-f]{2})/, '<$2$1') : text,
    )
    expect(changed.equals(pdf)).toBe(false)
    expect((await verify(changed)).exitCode).toBe(0)
    const { exitCode, stdout } = await verify(changed, '--pdf-sha256', sha256(pdf))
    expect(exitCode).toBe(1)
    expect(stdout).toContain(`pdf_sha256: is ${sha256(changed)}, should be ${sha256(pdf)}`)
    const { stdout: help } = await vadium(['documents', 'verify', '--help'])
    expect(help.replaceAll(/\s+/g, ' ')).toContain('What is printed on the pages is not read')
  })

  it('compares the content with the digest of an event', async () => {
    const { exitCode, stdout } = await verify(pdf, '--content-sha256', 'a'.repeat(64))
    expect(exitCode).toBe(1)
    expect(stdout).toContain(`should be ${'a'.repeat(64)}`)
  })

  const files: readonly (readonly [string, () => Buffer | string, string])[] = [
    ['a truncated file', () => pdf.subarray(0, pdf.length - 1000), 'is not complete'],
    ['half a file', () => pdf.subarray(0, pdf.length / 2), 'is not complete'],
    ['an empty file', () => '', 'is no PDF'],
    ['a text', () => 'a confirmation', 'is no PDF'],
    ['a PDF of another program', () => otherPdf, 'has not exactly one attached file'],
    [
      'a table that begins nowhere',
      () => `${otherPdf.slice(0, -30)}startxref\n999999\n%%EOF\n`,
      'is not complete',
    ],
    ['10 MB', () => Buffer.alloc(10 * 1024 * 1024, '%PDF-1.7'), 'has more than 8388608 bytes'],
  ]

  it.each(files)('refuses %s, and names the file', async (_what, bytes, issue) => {
    const { exitCode, stdout, stderr } = await verify(bytes())
    expect(stderr).toContain(issue)
    expect(stderr).toContain(join(folder, 'document.pdf'))
    expect([exitCode, stdout]).toEqual([2, ''])
  })

  it('refuses a file that is not there', async () => {
    const { exitCode, stderr } = await vadium(['documents', 'verify', join(folder, 'nowhere')])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('cannot be read (ENOENT)')
  })
})
