import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalJson } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentContent } from '../../../src/features/documents/document-content.ts'
import { DocumentFonts } from '../../../src/features/documents/pdf/document-fonts.ts'
import { renderDocument } from '../../../src/features/documents/pdf/render-document.ts'
import { packageRoot } from '../../../src/package-root.ts'
import { pdfPrograms } from '../../harness/wanted-programs.ts'
import { namesInScripts } from './names-in-scripts.ts'
import {
  closeOutContent,
  confirmationContent,
  noticeContent,
  statementContent,
} from './sample-contents.ts'

const folder = mkdtempSync(join(tmpdir(), 'vadium-documents-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fonts = new DocumentFonts()
const fileOf = (name: string) => join(folder, name)
const spaceless = (text: string) => text.replaceAll(/\s/g, '')

async function saved(name: string, content: DocumentContent): Promise<string> {
  const path = fileOf(`${name}.pdf`)
  writeFileSync(path, await renderDocument(content))
  return path
}

const textOf = (path: string) =>
  spaceless(execFileSync('pdftotext', ['-raw', path, '-'], { maxBuffer: 1e9 }).toString())

/** Every text and number of a content. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(valuesIn)
}

const named = (name: string): DocumentContent => ({
  ...noticeContent,
  lender: { ...noticeContent.lender, name },
})

const rowsOf = (content: DocumentContent) => content['positions'] as Record<string, unknown>[]

/** Days with interest, each with another quantity. */
const daysFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const day = (number: number) =>
      new Date(Date.UTC(2025, 0, 1 + first + number)).toISOString().slice(0, 10)
    return {
      ...{ from: day(index), to: day(index + 1) },
      ...{ quantity: String(1_000_000 + first * 17 + index), rate_percent: '6.5' },
    }
  })

describe.skipIf(pdfPrograms === undefined)('a rendered document', () => {
  const kinds = {
    confirmationContent,
    noticeContent,
    closeOutContent,
    statement: statementContent(40),
  }

  it.each(Object.entries(kinds))(
    'is a sound PDF with every value of %s in it',
    async (name, content) => {
      const path = await saved(name, content)
      execFileSync('qpdf', ['--check', path])
      const metadata = execFileSync('pdfinfo', ['-meta', path]).toString()
      expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>')
      expect(metadata).toContain('<pdfaid:conformance>B</pdfaid:conformance>')
      execFileSync('pdfdetach', ['-save', '1', '-o', fileOf('content.json'), path])
      expect(readFileSync(fileOf('content.json'), 'utf8')).toBe(canonicalJson(content))
      const fontsIn = execFileSync('pdffonts', [path]).toString().split('\n').slice(2, -1)
      expect(fontsIn.filter((line) => !/ yes yes yes +\d+ +0$/.test(line))).toEqual([])
      const text = textOf(path)
      expect(valuesIn(content).filter((value) => !text.includes(spaceless(value)))).toEqual([])
    },
  )

  it.each(namesInScripts.map((name) => [name]))(
    'has the name %j as it is printed',
    async (name) => {
      const text = textOf(await saved('name', named(name)))
      const printed = fonts.runs(name, 'regular').map((run) => run.text)
      expect(text).toContain(spaceless(printed.join('')))
      expect(text).toContain(noticeContent.lender.slug)
    },
  )

  it('lists as many positions and periods as a statement may have within 5 MB', async () => {
    const content = statementContent(5000)
    for (const [index, row] of rowsOf(content).entries()) {
      row['asset_quantity'] = `${1_000_000 + index * 7919}.${String(index).padStart(8, '0')}`
      row['interest'] = { ...(row['interest'] as object), periods: daysFrom(index, 2) }
    }
    const pdf = await renderDocument(content)
    expect(pdf.length).toBeLessThan(5 * 1024 * 1024)
  }, 300_000)

  it('has every line of a row that is higher than a page', async () => {
    const content = statementContent(1)
    const periods = daysFrom(0, 300)
    for (const row of rowsOf(content)) row['interest'] = { ...(row['interest'] as object), periods }
    const text = textOf(await saved('days', content))
    expect(
      periods.filter(
        ({ from, quantity }) => !text.includes(`${from}–`) || !text.includes(quantity),
      ),
    ).toEqual([])
    const note = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    const closeOut = { ...(closeOutContent['close_out'] as object), note: note.join('') }
    const printed = textOf(await saved('note', { ...closeOutContent, close_out: closeOut }))
    const numbers = note.map((one) => fonts.runs(one, 'regular')[0]?.text ?? '')
    expect(numbers.filter((number) => printed.split(number).length < 3)).toEqual([])
  })

  it('has a slug of each side on each page, whatever the names are', async () => {
    const name = '株式会社みなと銀行トレジャリー本部'.repeat(4)
    const path = await saved('names', named(name))
    const second = execFileSync('pdftotext', ['-raw', '-f', '2', '-l', '2', path, '-']).toString()
    expect(second).toContain('Lender harbor · Borrower kestrel')
  })
})

describe('the command that renders a content again', () => {
  let expected: Buffer
  beforeAll(async () => {
    expected = await renderDocument(named('Łódź नमस्ते 東'))
    writeFileSync(fileOf('named.json'), canonicalJson(named('Łódź नमस्ते 東')))
  })

  it.each([
    ['UTC', 'C'],
    ['Asia/Tokyo', 'tr_TR.UTF-8'],
    ['America/St_Johns', 'de_DE.UTF-8'],
    ['Pacific/Kiritimati', 'ar_SA.UTF-8'],
  ])('writes the same bytes in the zone %s and the locale %s', (zone, locale) => {
    const pdf = fileOf(`${locale}.pdf`)
    const command = ['bin/vadium-api.js', 'documents', 'render', fileOf('named.json'), pdf]
    execFileSync(process.execPath, command, {
      cwd: packageRoot,
      env: { ...process.env, TZ: zone, LANG: locale, LC_ALL: locale },
    })
    expect(readFileSync(pdf).equals(expected)).toBe(true)
  })
})
