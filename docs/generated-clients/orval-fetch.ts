import { listPositions, previewMarkToMarketRequest } from './made/orval-fetch.js'

const { POSITION: position_id = '' } = process.env

const preview = await previewMarkToMarketRequest({ position_id })
const list = await listPositions({ page_size: 1 })
if (preview.status !== 200 || list.status !== 200) throw new Error('The service refused a call.')

const amount = preview.data.preview.m2m_collateral_amount
const ids = list.data.positions.map(({ id }) => id)
process.stdout.write(JSON.stringify({ amount, ids }))
