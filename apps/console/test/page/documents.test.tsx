import { createHash } from 'node:crypto'
import type { CloseOut, Document, DocumentWithContent, MarkToMarketRequest } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { canonicalJson } from '@vadium/schema'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { violations } from './harness/axe.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import {
  recordedCall,
  recordedOrder,
  recordedPosition,
  recordedService,
} from './harness/recorded-service.ts'

const [confirmation] = recorded.operations.listDocuments.answer.documents as Document[]
const whole = recorded.operations.getDocument.answer as DocumentWithContent
if (confirmation === undefined) throw new Error('no document was recorded')

const terminated = recorded.operations.terminateCloseOut.answer as CloseOut

const pdf = '%PDF-1.7 of a document'
const digest = createHash('sha256').update(pdf).digest('hex')
const rendered = { ...confirmation, pdf_sha256: digest }
const statement: Document = {
  ...rendered,
  id: 'd0c5e7a1-2b3c-4d5e-8f60-718293a4b5c6',
  kind: 'margin_statement',
  ...{ order_id: null, order_id_pretty: null, subject_id: null },
  cut_time: '2026-03-02T16:00:00.000Z',
}

/** What the list of documents was last asked for. */
const listedIn = ({ requests }: ReturnType<typeof recordedService>) =>
  requests.findLast(({ method }) => method === 'documents.list')?.query

let saved: Blob[] = []
let page: OpenedPage
beforeEach(() => {
  saved = []
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) saved.push(file)
    return '#saved'
  }
  URL.revokeObjectURL = () => undefined
})
afterEach(() => page.close())

describe('the list of documents', () => {
  it('says of each what it is and what it is about, and asks for the kind and period chosen', async () => {
    const service = recordedService('reporting')
    service.answer('documents.list', { documents: [rendered, statement] })
    page = await OpenedPage.open(service, '/documents')
    const table = within(await screen.findByRole('region', { name: 'Documents' }))
    const [first, second] = table.getAllByRole('row').slice(1)
    expect(first?.textContent).toContain('Confirmation')
    expect(first?.textContent).toContain(`order ${rendered.order_id_pretty ?? ''}`)
    expect(first?.textContent).toContain(rendered.borrower_name)
    expect(second?.textContent).toContain('Margin statement')
    expect(second?.textContent).toContain('2026-03-02 16:00:00 UTC')
    expect(await violations()).toEqual([])
    fireEvent.change(screen.getByLabelText('Kind'), { target: { value: 'margin_statement' } })
    await waitFor(() => {
      expect(location.search).toBe('?kind=margin_statement')
    })
    fireEvent.change(screen.getByLabelText('Made from, UTC'), {
      target: { value: '2026-03-01T00:00' },
    })
    await waitFor(() => {
      expect(listedIn(service)).toEqual({
        kind: 'margin_statement',
        from: '2026-03-01T00:00:00.000Z',
        page_size: 200,
      })
    })
  })

  it('leads a reader who has none to where it is chosen what is made', async () => {
    const service = recordedService('execution')
    service.answer('documents.list', { documents: [] })
    page = await OpenedPage.open(service, '/documents')
    const said = await screen.findByText(/^No document was made yet/)
    within(said).getByRole('link', { name: 'what is made' })
  })
})

describe('the PDF of a document', () => {
  const open = async (answer: string, document: Document = rendered) => {
    const service = recordedService('viewer')
    service.answer('documents.list', { documents: [document] }).answer('documents.pdf', answer)
    page = await OpenedPage.open(service, '/documents')
  }

  it('is saved with the bytes that the event of both sides has the digest of', async () => {
    await open(pdf)
    fireEvent.click(await screen.findByRole('button', { name: 'Save PDF: Confirmation' }))
    await screen.findByText('Saved')
    expect(await Promise.all(saved.map((file) => file.text()))).toEqual([pdf])
  })

  it('is not saved if it is another file', async () => {
    await open('%PDF-1.7 of another')
    fireEvent.click(await screen.findByRole('button', { name: 'Save PDF: Confirmation' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Nothing was saved')
    expect(saved).toEqual([])
  })

  it('is announced while it is made', async () => {
    await open(pdf, { ...rendered, pdf_sha256: null })
    await screen.findByText('the PDF is being made')
    expect(screen.queryByRole('button', { name: /^Save PDF/ })).toBeNull()
  })
})

describe('a document', () => {
  it('shows its digests, recomputes its content and says how to check the file', async () => {
    const service = recordedService('viewer')
    page = await OpenedPage.open(service, `/documents/${whole.id}`)
    await screen.findByText(/^✓ Recomputed in this browser/)
    screen.getByText(whole.content_sha256)
    screen.getByText(
      `vadium documents verify confirmation-${whole.id}.pdf --pdf-sha256 ${whole.pdf_sha256 ?? ''}`,
    )
    screen.getByText(/^Not covered: /)
    expect(await violations()).toEqual([])
  })

  it('says which figure of its content is wrong', async () => {
    const figures = { ...(whole.content['figures'] as object), ccr_percent: '127.00' }
    const content = { ...whole.content, figures }
    const sha256 = createHash('sha256').update(canonicalJson(content)).digest('hex')
    const service = recordedService('viewer')
    service.answer('documents.get', { ...whole, content, content_sha256: sha256 })
    page = await OpenedPage.open(service, `/documents/${whole.id}`)
    expect((await screen.findByRole('alert')).textContent).toContain('figures.ccr_percent')
  })

  it('says so if its content has another digest', async () => {
    const service = recordedService('viewer')
    service.answer('documents.get', { ...whole, content_sha256: 'a'.repeat(64) })
    page = await OpenedPage.open(service, `/documents/${whole.id}`)
    expect((await screen.findByRole('alert')).textContent).toContain('content_sha256')
  })
})

describe('the screen of what a document is about', () => {
  const documentsOn = async (path: string) => {
    const service = recordedService('execution')
    service
      .answer('documents.list', { documents: [rendered] })
      .answer('positions.get', recordedPosition)
      .answer('closeOuts.get', terminated)
    page = await OpenedPage.open(service, path)
    await screen.findByRole('heading', { name: 'Documents' })
    const table = within(await screen.findByRole('region', { name: 'Documents' }))
    table.getByRole('link', { name: 'Confirmation' })
    return listedIn(service)
  }

  it('lists those of an order, of a call and of a close-out', async () => {
    const order = await documentsOn(`/orders/${recordedOrder.id}`)
    expect(order).toEqual({ order_id: recordedOrder.id, page_size: 20 })
    await page.close()
    const call: MarkToMarketRequest = recordedCall
    expect(await documentsOn(`/calls/${call.id}`)).toMatchObject({ subject_id: call.id })
    await page.close()
    const { id } = terminated
    expect(await documentsOn(`/close-outs/${id}`)).toMatchObject({ subject_id: id })
  })
})

describe('what documents are made', () => {
  it('is chosen by an admin, kind by kind', async () => {
    const service = recordedService('admin')
    service.answer('documentPreferences.get', { kinds: [], update_time: null })
    page = await OpenedPage.open(service, '/documents/preferences')
    await screen.findByRole('button', { name: 'Save' })
    screen.getByText('Nothing was chosen yet, so none is made for us.')
    fireEvent.click(screen.getByRole('checkbox', { name: /^Margin statement/ }))
    fireEvent.click(screen.getByRole('checkbox', { name: /^Confirmation/ }))
    expect(await violations()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved.')
    const [sent] = service.requests.filter(({ method }) => method === 'documentPreferences.set')
    expect(sent?.body).toEqual({ kinds: ['margin_statement', 'confirmation'] })
  })

  it('is shown to others, who cannot change it', async () => {
    page = await OpenedPage.open(recordedService('execution'), '/documents/preferences')
    await screen.findByText('An admin of the organization can change this.')
    expect(screen.getByRole('group', { name: 'Kinds' }).hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})
