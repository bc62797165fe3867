import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { canonicalJson } from '@vadium/schema'
import { expect, inject, it } from 'vitest'
import type { RenderReply } from '../../../src/features/documents/pdf/render-thread.ts'
import { buildService } from '../../harness/built-service.ts'
import { noticeContent } from './sample-contents.ts'

it('renders in the thread of a service that was built', async () => {
  await buildService()
  const thread = new Worker(join(inject('builtService'), 'dist/render-thread.js'))
  const reply = await new Promise<RenderReply>((resolve, reject) => {
    thread.on('message', resolve).on('error', reject)
    thread.postMessage({ id: 7, content: canonicalJson(noticeContent) })
  })
  await thread.terminate()
  expect(reply).toMatchObject({ id: 7, templateVersion: expect.any(String) as string })
}, 60_000)
