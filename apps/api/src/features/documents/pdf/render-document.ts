import PDFDocument from 'pdfkit'
import { canonicalJson, documentKinds, documentTitles, type DocumentKind } from '@vadium/schema'
import { storedContent, type DocumentContent } from '../document-content.ts'
import { writeCloseOutStatement } from './close-out-statement.ts'
import { writeConfirmation } from './confirmation.ts'
import { ContentFault, Members, valuesOf } from './content-reading.ts'
import { DocumentFonts } from './document-fonts.ts'
import { writeMarginCallNotice } from './margin-call-notice.ts'
import { writeMarginStatement } from './margin-statement.ts'
import { colors, page, Sheet, type Pen } from './sheet.ts'
import { partyText, timeText } from './words.ts'

/** Another template gives other bytes, so it has another version. */
export const templateVersion = '2'

/** Opened once: what they have does not change. */
let fonts: DocumentFonts | undefined

const bodies: Readonly<Record<DocumentKind, (sheet: Sheet, content: Members) => void>> = {
  confirmation: writeConfirmation,
  margin_call_notice: writeMarginCallNotice,
  margin_statement: writeMarginStatement,
  close_out_statement: writeCloseOutStatement,
}

/**
 * Renders a content as PDF/A-3b, with the content attached. The same content gives the same bytes,
 * in each process, time zone and locale.
 *
 * @throws ContentFault if the content is not that of a document.
 */
export async function renderDocument(content: DocumentContent): Promise<Buffer> {
  const members = new Members(content)
  const kind = documentKinds.find((one) => one === members.text('kind'))
  if (kind === undefined) throw new ContentFault('content.kind is no kind of a document')
  if (members.text('content_version') !== '1') {
    throw new ContentFault('content.content_version is of another release')
  }
  const { text, sha256 } = storedContent(content)
  const time = new Date(members.text('create_time'))
  const title = `${documentTitles[kind]} ${members.text('document_id')}`
  const pen = openPen({ title, subject: `SHA-256 of the content: ${sha256}`, time })
  const bytes = bytesOf(pen)
  const sheet = new Sheet(pen, (fonts ??= new DocumentFonts()))
  writeTop(sheet, kind, members)
  bodies[kind](sheet, members)
  if (kind !== 'margin_statement') writeAnnex(sheet, content)
  writeMargins(pen, sheet, { kind, members, sha256 })
  const attachment = {
    name: 'content.json',
    type: 'application/json',
    description: 'The content of this document',
    creationDate: time,
    modifiedDate: time,
    relationship: 'Source',
  }
  pen.file(Buffer.from(text), attachment)
  pen.end()
  return bytes
}

/**
 * Renders the canonical text of a content.
 *
 * @throws ContentFault if it is something else, of which there is no document.
 */
export function renderStoredContent(text: string): Promise<Buffer> {
  const content: unknown = JSON.parse(text)
  if (canonicalJson(content) !== text) throw new ContentFault('the content is not canonical')
  // What is missing is found where it is read.
  return renderDocument(content as DocumentContent)
}

interface Described {
  readonly title: string
  readonly subject: string
  readonly time: Date
}

function openPen({ title, subject, time }: Described): Pen {
  return new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    bufferPages: true,
    subset: 'PDF/A-3b',
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: {
      Title: title,
      Subject: subject,
      Creator: 'Vadium',
      Producer: 'Vadium',
      CreationDate: time,
      ModDate: time,
    },
  })
}

function bytesOf(pen: Pen): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pen.on('data', (chunk: Buffer) => chunks.push(chunk))
    pen.on('end', () => resolve(Buffer.concat(chunks)))
    pen.on('error', reject)
  })
}

function writeTop(sheet: Sheet, kind: DocumentKind, content: Members): void {
  sheet.paragraph(documentTitles[kind], 'title')
  const revision = content.text('revision')
  const made = timeText(content.text('create_time'))
  sheet.paragraph(
    kind === 'confirmation' ? `Revision ${revision}, made on ${made}` : `Made on ${made}`,
    'label',
  )
  sheet.space(10)
  const block = (title: string, party: Members) => ({
    title,
    lines: [party.text('name'), party.text('slug'), party.text('organization_id')],
  })
  sheet.blocks([block('LENDER', content.of('lender')), block('BORROWER', content.of('borrower'))])
  sheet.space(14)
}

/** Every value of the content, so that what is printed leaves nothing out. */
function writeAnnex(sheet: Sheet, content: DocumentContent): void {
  sheet.heading('Annex: the content, value by value')
  sheet.table(
    [
      { title: 'Member of content.json', part: 5 },
      { title: 'Value', part: 6 },
    ],
    valuesOf(content)
      .filter(([path]) => !isInTable(path))
      .map(([path, text]) => [path, text]),
  )
}

/** What stands in the tables of a calculation is not repeated. */
const isInTable = (path: string) =>
  /(?:^|\.)(?:inputs|steps|trigger_prices|interest_periods|periods|rates|call_set\.requests)\.\d/.test(
    path,
  )

function writeMargins(
  pen: Pen,
  sheet: Sheet,
  { kind, members, sha256 }: { kind: DocumentKind; members: Members; sha256: string },
): void {
  const { count } = pen.bufferedPageRange()
  const names = `Lender ${partyText(members.of('lender'))} · Borrower ${partyText(members.of('borrower'))}`
  const id = `Document ${members.text('document_id')}, revision ${members.text('revision')}`
  for (let index = 0; index < count; index += 1) {
    pen.switchToPage(index)
    pen.rect(0, 0, page.width, 6).fill(colors.accent)
    sheet.mark('VADIUM', 'column', 46)
    sheet.mark(
      index === 0 ? 'PDF/A-3 with its content attached' : documentTitles[kind],
      'foot',
      47,
      'right',
    )
    if (index > 0) sheet.mark(names, 'foot', 60)
    sheet.mark(id, 'foot', page.height - 58)
    sheet.mark(`Page ${index + 1} of ${count}`, 'foot', page.height - 58, 'right')
    sheet.mark(`SHA-256 of the content: ${sha256}`, 'foot', page.height - 47)
    sheet.mark('Check it offline: vadium documents verify FILE', 'foot', page.height - 47, 'right')
  }
}
