import { canonicalJson } from '@vadium/schema'
import { afterAll, expect, it } from 'vitest'
import { sha256Of } from '../../../src/features/documents/document-content.ts'
import { RenderingThread } from '../../../src/features/documents/rendering-thread.ts'
import { confirmationContent, noticeContent } from './sample-contents.ts'

const thread = new RenderingThread()
afterAll(() => thread.stop())

it('answers each of several requests at once with its own document', async () => {
  const texts = [noticeContent, confirmationContent, noticeContent].map(canonicalJson)
  const rendered = await Promise.all(
    [...texts, '{}'].map((text) => thread.render(text).catch(String)),
  )
  const digests = rendered.map((one) => (typeof one === 'string' ? one : one.contentSha256))
  expect(digests).toEqual([...texts.map(sha256Of), expect.stringContaining('cannot be rendered')])
})
