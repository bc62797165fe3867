const input = './openapi.json'
const mutator = { path: './send.ts', name: 'send' }

export default {
  fetch: {
    input,
    output: { target: 'made/orval-fetch.ts', client: 'fetch', override: { mutator } },
  },
  axios: { input, output: { target: 'made/orval-axios.ts', client: 'axios-functions' } },
}
