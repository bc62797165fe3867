import { createPrivateKey, randomUUID, sign } from 'node:crypto'

const [method = 'GET', target = '/credentials/current', body = ''] = process.argv.slice(2)
const { VADIUM_URL = '', VADIUM_PRIVATE_KEY = '' } = process.env
const { href, pathname, search } = new URL(VADIUM_URL + target)
const pair = Buffer.from(VADIUM_PRIVATE_KEY, 'base64url') // the seed, then the public key
const [d, x] = [pair.toString('base64url', 0, 32), pair.toString('base64url', 32)]
const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' })
const timestamp = String(Date.now())
const text = [method, pathname, method === 'GET' ? search.slice(1) : body, timestamp].join('|')
const signature = sign(null, Buffer.from(text), key).toString('base64url')
const signed = { 'X-API-Key': x, 'X-Timestamp-Ms': timestamp, 'X-Signature': signature }
const written = { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }
const headers = method === 'GET' ? signed : { ...signed, ...written }
const answer = await fetch(href, { method, headers, ...(body !== '' && { body }) })
process.stdout.write(`${await answer.text()}\n`)
