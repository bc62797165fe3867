import { parentPort } from 'node:worker_threads'
import { renderStoredContent, templateVersion } from './render-document.ts'

/** What a thread is asked for: the content of a document, as it is stored. */
export interface RenderRequest {
  readonly content: string
}

export type RenderReply =
  | { readonly pdf: Uint8Array; readonly templateVersion: string }
  | { readonly failure: string }

/** The thread that renders, so that the one that answers requests does not. */
parentPort?.on('message', ({ content }: RenderRequest) => {
  void render(content).then((reply) => parentPort?.postMessage(reply))
})

async function render(content: string): Promise<RenderReply> {
  try {
    return { pdf: await renderStoredContent(content), templateVersion }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
