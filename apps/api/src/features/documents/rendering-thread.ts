import { Worker } from 'node:worker_threads'
import { packageRoot } from '../../package-root.ts'
import type { RenderReply, RenderRequest } from './pdf/render-thread.ts'

export interface RenderedDocument {
  readonly pdf: Uint8Array
  readonly templateVersion: string
}

const timeoutMs = 120_000

/**
 * A thread that renders one document at a time. It is begun with the first one, and another one
 * follows if it dies or takes too long.
 */
export class RenderingThread {
  #worker: Worker | undefined

  /** @throws Error if the content cannot be rendered. */
  async render(content: string): Promise<RenderedDocument> {
    const worker = (this.#worker ??= this.#begin())
    const request: RenderRequest = { content }
    const reply = await replyOf(worker, request).catch(async (error: unknown) => {
      await this.stop()
      throw error
    })
    if ('failure' in reply) throw new Error(`a document cannot be rendered: ${reply.failure}`)
    return reply
  }

  async stop(): Promise<void> {
    const worker = this.#worker
    this.#worker = undefined
    await worker?.terminate()
  }

  #begin(): Worker {
    const worker = new Worker(new URL('dist/render-thread.js', packageRoot))
    // The process does not live for it.
    worker.unref()
    return worker
  }
}

function replyOf(worker: Worker, request: RenderRequest): Promise<RenderReply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => end(() => reject(new Error('rendering took too long'))),
      timeoutMs,
    )
    const end = (settle: () => void) => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      settle()
    }
    const onMessage = (reply: RenderReply) => end(() => resolve(reply))
    const onError = (error: Error) => end(() => reject(error))
    const onExit = () => end(() => reject(new Error('the rendering thread has ended')))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(request)
  })
}
