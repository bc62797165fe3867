import { VadiumClient } from '@vadium/client'
import { steps } from './steps.js'

export default {
  async fetch(_request, { VADIUM_URL, VADIUM_PRIVATE_KEY }) {
    const client = new VadiumClient({ baseUrl: VADIUM_URL, privateKey: VADIUM_PRIVATE_KEY })
    return Response.json(await steps(client))
  },
}
