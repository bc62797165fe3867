import { VadiumClient } from '@vadium/client'
import { steps } from './steps.js'

// The address and the key are in the fragment, which is sent to nobody.
const { url, key } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
const client = new VadiumClient({ baseUrl: url, privateKey: key })
document.querySelector('output').textContent = JSON.stringify(
  await steps(client).catch(({ message }) => message),
)
