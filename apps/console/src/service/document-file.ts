import type { Document } from '@vadium/client'
import { useRef, useState } from 'react'
import { saveFile } from './save-file.ts'
import { useClient } from './service.tsx'

/** What has become of the PDF of a document. */
export type SavedPdf =
  | { readonly state: 'none' | 'reading' }
  | { readonly state: 'saved'; readonly bytes: number }
  /** The file is another one than that of the event of both sides. Nothing is saved. */
  | { readonly state: 'other'; readonly sha256: string }
  | { readonly state: 'failed'; readonly error: unknown }

/** Saves the PDF of a document, if it is the file that the event of both sides names. */
export function useSavedPdf({ id, pdf_sha256: expected }: Pick<Document, 'id' | 'pdf_sha256'>): {
  readonly pdf: SavedPdf
  readonly save: (name: string) => Promise<void>
} {
  const client = useClient()
  const [pdf, setPdf] = useState<SavedPdf>({ state: 'none' })
  const busy = useRef(false)
  return {
    pdf,
    save: async (name) => {
      if (busy.current) return
      busy.current = true
      setPdf({ state: 'reading' })
      try {
        // A copy, whose memory nobody shares.
        const bytes = Uint8Array.from(await client.documents.pdf(id))
        const sha256 = await sha256Of(bytes)
        if (sha256 === expected) {
          saveFile(name, new Blob([bytes], { type: 'application/pdf' }))
          setPdf({ state: 'saved', bytes: bytes.length })
        } else {
          setPdf({ state: 'other', sha256 })
        }
      } catch (error) {
        setPdf({ state: 'failed', error })
      } finally {
        busy.current = false
      }
    },
  }
}

/** In hexadecimal. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
