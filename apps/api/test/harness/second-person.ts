import { type Transport, undiciTransport } from '@vadium/client'
import { type Approval, type ApprovalRequired, approveApproval, getApproval } from '@vadium/schema'
import type { Key } from './book.ts'
import { call, callOf, succeed } from './call.ts'
import type { RunningService } from './service.ts'

/**
 * A transport by which a second person approves what a caller asks for: instead of the 202, the
 * caller receives the answer of the request after it was carried out.
 */
export function approvedBy(
  service: RunningService,
  person: () => Key | undefined,
  ended: (approval: Approval) => void,
): Transport {
  const transport = undiciTransport()
  return {
    send: async (request) => {
      const reply = await transport.send(request)
      const key = person()
      if (reply.status !== 202 || key === undefined) return reply
      const chunks: Uint8Array[] = []
      for await (const chunk of reply.body) chunks.push(chunk)
      const { approval } = JSON.parse(Buffer.concat(chunks).toString()) as ApprovalRequired
      const answer = await approve(service, approval, key)
      ended(answer.approval)
      return { ...reply, status: 200, body: oneChunk(answer.text) }
    },
    close: async () => transport.close?.(),
  }
}

async function approve(service: RunningService, { id, request_hash }: Approval, key: Key) {
  const params = { approval_id: id }
  const before = await call(service, callOf(getApproval, { key, params }))
  if ((before.body as Approval).state !== 'PENDING') throw new Error(before.text)
  await succeed(service, approveApproval, { key, params, body: { request_hash } })
  await service.services.approvalWorker.run()
  const approval = await succeed(service, getApproval, { key, params })
  const { rows } = await service.database.query<{ answer: string | null }>(
    'SELECT answer FROM approvals WHERE id = $1',
    [id],
  )
  const text = rows[0]?.answer
  if (typeof text !== 'string') throw new Error(JSON.stringify(approval))
  return { approval, text }
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
