import type { Document } from '@vadium/client'
import { Button } from '../../figures/button.tsx'
import { ErrorText } from '../../figures/states.tsx'
import { useSavedPdf } from '../../service/document-file.ts'
import { documentWords, fileNameOf } from './document-words.tsx'

/** The button that saves the PDF of a document, and what became of that. */
export function SavePdf({
  document,
  isPrimary = false,
}: {
  readonly document: Document
  readonly isPrimary?: boolean
}) {
  const { pdf, save } = useSavedPdf(document)
  if (document.pdf_sha256 === null) return <span>the PDF is being made</span>
  return (
    <>
      <Button
        className={isPrimary ? 'button primary' : 'button'}
        isDisabled={pdf.state === 'reading'}
        aria-label={`Save PDF: ${documentWords(document)}`}
        onPress={() => void save(fileNameOf(document))}
      >
        Save PDF
      </Button>
      {pdf.state === 'saved' && (
        <span role="status">
          {' '}
          {isPrimary ? `Saved: ${pdf.bytes} bytes, with the digest of the event.` : 'Saved'}
        </span>
      )}
      {pdf.state === 'other' && (
        <strong role="alert">
          {' '}
          This file has another digest than the event: {pdf.sha256}. Nothing was saved.
        </strong>
      )}
      {pdf.state === 'failed' && (
        <span role="alert">
          Nothing was saved. <ErrorText error={pdf.error} />
        </span>
      )}
    </>
  )
}
