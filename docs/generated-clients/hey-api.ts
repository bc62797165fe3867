import { signingFetch } from '@vadium/client/signing'
import { client } from './made/hey-api/client.gen.js'
import { listPositions, previewMarkToMarketRequest } from './made/hey-api/index.js'

const {
  VADIUM_URL: baseUrl = '',
  VADIUM_PRIVATE_KEY = '',
  POSITION: position_id = '',
} = process.env

client.setConfig({ baseUrl, fetch: signingFetch(VADIUM_PRIVATE_KEY) })
const preview = await previewMarkToMarketRequest({ body: { position_id } })
const list = await listPositions({ query: { page_size: 1 } })

const amount = preview.data?.preview.m2m_collateral_amount
const ids = list.data?.positions.map(({ id }) => id)
process.stdout.write(JSON.stringify({ amount, ids }))
