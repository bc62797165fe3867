import axios from 'axios'
import { signingFetch } from '@vadium/client/signing'
import { listPositions, previewMarkToMarketRequest } from './made/orval-axios.js'

const { VADIUM_URL = '', VADIUM_PRIVATE_KEY = '', POSITION: position_id = '' } = process.env

axios.defaults.baseURL = VADIUM_URL
axios.defaults.adapter = 'fetch'
axios.defaults.env = { ...axios.defaults.env, fetch: signingFetch(VADIUM_PRIVATE_KEY) }
const preview = await previewMarkToMarketRequest({ position_id })
const list = await listPositions({ page_size: 1 })

const amount = preview.data.preview.m2m_collateral_amount
const ids = list.data.positions.map(({ id }) => id)
process.stdout.write(JSON.stringify({ amount, ids }))
