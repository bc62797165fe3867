import { verifyPreview } from '@vadium/client'

/** Lists, previews, follows a stream and closes. Returns what it has seen. */
export async function steps(client) {
  const { positions } = await client.positions.list({ ready_for_m2m: true, page_size: 2 })
  const { preview, calculation } = await client.markToMarketRequests.preview({
    position_id: positions[0].id,
    explain: true,
  })
  const { next } = await client.events.list({ limit: 1 })
  const followed = []
  for await (const { id } of client.events.stream({ after: next })) {
    followed.push(id)
    if (followed.length === 3) break
  }
  await client.close()
  return {
    positions: positions.length,
    isProved: verifyPreview(preview, calculation).ok,
    followed: followed.length,
  }
}
