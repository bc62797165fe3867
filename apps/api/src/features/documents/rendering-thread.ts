import { Worker } from 'node:worker_threads'
import { packageRoot } from '../../package-root.ts'
import type { RenderedContent, RenderReply, RenderRequest } from './pdf/render-thread.ts'

const timeoutMs = 120_000

/**
 * A thread that renders one document at a time. It is begun with the first one, and another one
 * follows if it dies or takes too long.
 */
export class RenderingThread {
  #worker: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()
  #requests = 0

  /** @throws Error if the content cannot be rendered. */
  render(content: string): Promise<RenderedContent> {
    const rendered = this.#last.then(() => this.#render(content))
    this.#last = rendered.catch(() => undefined)
    return rendered
  }

  async #render(content: string): Promise<RenderedContent> {
    const worker = (this.#worker ??= this.#begin())
    this.#requests += 1
    const request: RenderRequest = { id: this.#requests, content }
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
    const onMessage = (reply: RenderReply) => {
      // Another one is the reply to a request that has taken too long.
      if (reply.id === request.id) end(() => resolve(reply))
    }
    const onError = (error: Error) => end(() => reject(error))
    const onExit = () => end(() => reject(new Error('the rendering thread has ended')))
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    worker.postMessage(request)
  })
}
