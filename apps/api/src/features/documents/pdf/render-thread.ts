import { parentPort } from 'node:worker_threads'
import { sha256Of } from '../document-content.ts'
import { renderStoredContent, templateVersion } from './render-document.ts'

/** What a thread is asked for: the content of a document, as it is stored. */
export interface RenderRequest {
  /** The reply has the same. */
  readonly id: number
  readonly content: string
}

export interface RenderedContent {
  readonly pdf: Uint8Array
  readonly templateVersion: string
  /** Of the content that the PDF has. */
  readonly contentSha256: string
}

export type RenderReply = { readonly id: number } & (RenderedContent | { readonly failure: string })

/** The thread that renders, so that the one that answers requests does not. */
parentPort?.on('message', ({ id, content }: RenderRequest) => {
  void render(content).then((rendered) => {
    const reply: RenderReply = { id, ...rendered }
    parentPort?.postMessage(reply)
  })
})

async function render(content: string): Promise<RenderedContent | { failure: string }> {
  try {
    const pdf = await renderStoredContent(content)
    return { pdf, templateVersion, contentSha256: sha256Of(content) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
