import { createHash } from 'node:crypto'
import { type Difference, verifyDocument } from '@vadium/margin'
import { canonicalJson } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { attachedContent } from '../../../../cli/src/documents/attached-content.ts'
import type { DocumentContent } from '../../../src/features/documents/document-content.ts'
import { DocumentFonts } from '../../../src/features/documents/pdf/document-fonts.ts'
import {
  renderDocument,
  renderStoredContent,
} from '../../../src/features/documents/pdf/render-document.ts'
import {
  closeOutContent,
  confirmationContent,
  noticeContent,
  setNoticeContent,
  statementContent,
} from './sample-contents.ts'
import { namesInScripts } from './names-in-scripts.ts'

const samples: readonly (readonly [string, DocumentContent])[] = [
  ['a confirmation', confirmationContent],
  ['a notice of a call', noticeContent],
  ['a notice of a call set', setNoticeContent(5)],
  ['a margin statement', statementContent(3)],
  ['a close-out statement', closeOutContent],
]

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('a rendered document', () => {
  it.each(samples)('has %s attached, and the digest of it', async (_name, content) => {
    const pdf = await renderDocument(content)
    const text = canonicalJson(content)
    expect(attachedContent(pdf)).toEqual({ text, claimedSha256: sha256(text) })
    expect(verifyDocument(content)).toMatchObject({ ok: true, differences: [] })
  })

  it('is the same from a stored content, whose bytes must be the canonical ones', async () => {
    const text = canonicalJson(noticeContent)
    const [once, again] = [await renderDocument(noticeContent), await renderStoredContent(text)]
    expect(sha256(again)).toBe(sha256(once))
    expect(() => renderStoredContent(` ${text}`)).toThrow('canonical')
  })

  it('is refused without what its kind needs', async () => {
    const { request: _request, ...content } = noticeContent
    await expect(renderDocument({ ...noticeContent, request: null })).rejects.toThrow('request')
    const later = canonicalJson({ ...noticeContent, content_version: '2' })
    await expect(renderStoredContent(later)).rejects.toThrow('another release')
    expect(content.kind).toBe('margin_call_notice')
  })
})

describe('a file that is no document', () => {
  it('is refused if something was added to it', async () => {
    const pdf = await renderDocument(noticeContent)
    expect(() => attachedContent(Buffer.concat([pdf, Buffer.from('x')]))).toThrow('complete')
    const more = Buffer.from('\nxref\n0 0\ntrailer\n<< /Prev 9 >>\nstartxref\n')
    const at = Buffer.from(`${pdf.length + 1}\n%%EOF\n`)
    expect(() => attachedContent(Buffer.concat([pdf, more, at]))).toThrow('changed')
    expect(() => attachedContent(Buffer.from('%PDF-1.7'))).toThrow('complete')
    expect(() => attachedContent(Buffer.from('text'))).toThrow('no PDF')
  })
})

/** What each figure of a content is found to be if one digit of it is another. */
function changedDigits(content: DocumentContent): (readonly [string, Difference[]])[] {
  const text = canonicalJson(content)
  const places = [...text.matchAll(/"(\w+)":"(\d[\d.]*)"/g)]
  return places.map((place) => {
    const [whole, name = '', value = ''] = place
    const digit = value.at(-1) === '7' ? '8' : '7'
    const changed = `"${name}":"${value.slice(0, -1)}${digit}"`
    const other: unknown = JSON.parse(
      text.slice(0, place.index) + changed + text.slice(place.index + whole.length),
    )
    return [`${name} ${value}`, verifyDocument(other).differences] as const
  })
}

describe('one changed digit', () => {
  const figures =
    /^(?:asset_notional_usd|collateral_value_usd|ltv_percent|ccr_percent|accrued|interest_accrued|m2m_|notional_usd|claim_usd|kept_quantity|back_quantity|residual|overshoot|interest_owed|discharged|exact|value|minimum_notional_usd|total_notional_usd)/

  it.each(samples)('is found in a figure of %s', (_name, content) => {
    const all = changedDigits(content).filter(([name]) => figures.test(name))
    expect(all.length).toBeGreaterThan(3)
    expect(all.filter(([, differences]) => differences.length === 0)).toEqual([])
  })
})

describe('names', () => {
  const fonts = new DocumentFonts()
  const printed = (name: string) =>
    fonts
      .runs(name, 'regular')
      .map(({ text }) => text)
      .join('')

  it('print in the scripts that the fonts have, and as numbers in others', () => {
    expect(printed('Łódź Ελλάς Привет Việt नमस्ते')).toBe('Łódź Ελλάς Привет Việt नमस्ते')
    expect(printed('東京')).toBe('[U+6771][U+4EAC]')
  })

  it('print with every character that is invisible or reorders others as a number', () => {
    expect(printed('A\u202E001\u202C')).toBe('A[U+202E]001[U+202C]')
    expect(printed('x\u200By\u00A0z\u0007')).toBe('x[U+200B]y[U+00A0]z[U+0007]')
    expect(printed('[U+6771] [x]')).toBe('[U+005B]U+6771] [x]')
  })

  it('print with a mark as a number unless it stands on a letter of its script', () => {
    expect(printed('e\u0301 ệ и\u0301 क\u093f\u0902')).toBe('e\u0301 ệ и\u0301 क\u093f\u0902')
    expect(printed('1\u0301')).toBe('1[U+0301]')
    expect(printed('a\u0301\u0303\u0323')).toBe('a\u0301\u0303[U+0323]')
    expect(printed('a\u0301\u0301')).toBe('a\u0301[U+0301]')
    expect(printed('a\u0336')).toBe('a[U+0336]')
    expect(printed('a\u093f')).toBe('a[U+093F]')
    expect(printed('\u0489')).toBe('[U+0489]')
  })

  it('stay different in twelve scripts', () => {
    const all = namesInScripts.map(printed)
    expect(new Set(all).size).toBe(namesInScripts.length)
    expect(all.filter((name) => /[^\P{C}]/u.test(name))).toEqual([])
  })
})
