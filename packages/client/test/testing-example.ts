import { generateKeyPair, VadiumClient, VadiumServiceError } from '../src/index.ts'
import { FakeService, refusal } from '../src/testing/index.ts'

export async function priceOrWait(): Promise<string> {
  const service = new FakeService()
  service.script('markToMarketRequests.preview', refusal('PRICE_STALE'))
  const client = new VadiumClient({
    baseUrl: 'https://fake.example',
    privateKey: generateKeyPair().privateKey,
    transport: service.transport,
  })
  try {
    const position_id = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
    const { preview } = await client.markToMarketRequests.preview({ position_id })
    return preview.direction
  } catch (error) {
    if (error instanceof VadiumServiceError && error.reason === 'PRICE_STALE') return 'wait'
    throw error
  }
}
