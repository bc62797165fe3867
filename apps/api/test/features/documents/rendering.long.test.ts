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

  it('lists 5,000 positions within 5 MB', async () => {
    const pdf = await renderDocument(statementContent(5000))
    expect(pdf.length).toBeLessThan(5 * 1024 * 1024)
  }, 300_000)
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
