import { signingFetch } from '@vadium/client/signing'

const signed = signingFetch(process.env.VADIUM_PRIVATE_KEY ?? '')

/** What the client that orval makes for `fetch` sends its requests with. */
export async function send<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const answer = await signed(`${process.env.VADIUM_URL ?? ''}${path}`, init)
  const data: unknown = await answer.json()
  return { data, status: answer.status, headers: answer.headers } as Answer
}
