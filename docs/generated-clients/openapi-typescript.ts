import createClient from 'openapi-fetch'
import { signingFetch } from '@vadium/client/signing'
import type { components, paths } from './made/openapi-typescript.js'

const {
  VADIUM_URL: baseUrl = '',
  VADIUM_PRIVATE_KEY = '',
  POSITION: position_id = '',
} = process.env

const client = createClient<paths>({ baseUrl, fetch: signingFetch(VADIUM_PRIVATE_KEY) })
const preview = await client.POST('/mark-to-market-requests:preview', { body: { position_id } })
const list = await client.GET('/positions', { params: { query: { page_size: 1 } } })

/** What a receiver of webhooks gets. */
type Received = components['schemas']['TransferUpdatedWebhook']
export const progressOf = ({ data }: Received): string | undefined => data.progress?.transfer_id

const amount = preview.data?.preview.m2m_collateral_amount
const ids = list.data?.positions.map(({ id }) => id)
process.stdout.write(JSON.stringify({ amount, ids }))
