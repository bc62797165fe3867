import { setTimeout as pause } from 'node:timers/promises'
import {
  acceptOrder,
  createOrder,
  getDocument,
  getDocumentPdf,
  getDocumentPreferences,
  listDocuments,
  setDocumentPreferences,
} from '@vadium/schema'
import { loan, type Stage, walletsOf } from './stage.ts'

const renderedAfterMs = 100

/** The lender wants confirmations, and gets one. */
export async function confirmOrder({ tape, lender, borrower }: Stage): Promise<void> {
  await tape.show(setDocumentPreferences, lender, { body: { kinds: ['confirmation'] } })
  await tape.show(getDocumentPreferences, lender)
  const { id: order_id } = await tape.play(createOrder, borrower, { body: loan })
  await tape.play(acceptOrder, lender, { params: { order_id }, body: walletsOf('harbor') })
  const query = { kind: 'confirmation', order_id } as const
  const newest = async () => (await tape.play(listDocuments, lender, { query })).documents[0]
  let document = await newest()
  while (document?.pdf_sha256 === null) {
    await pause(renderedAfterMs)
    document = await newest()
  }
  const params = { document_id: document?.id ?? '' }
  await tape.show(listDocuments, lender, { query })
  await tape.show(getDocument, lender, { params })
  await tape.show(getDocumentPdf, lender, { params })
  await tape.play(setDocumentPreferences, lender, { body: { kinds: [] } })
}
