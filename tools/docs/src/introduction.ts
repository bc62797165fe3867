import { signedRequest } from './signed-request.ts'

/** What the OpenAPI document says before its operations, and the page shows at its top. */
export const introduction = `Collateralized lending: orders, positions, mark-to-market requests, \
and the transfers that custodians carry out.

All examples are from one book. Harbor Bank Treasury lends 500,000 USDT to Kestrel Market Making \
against 300 ETH. The price of ETH falls, Harbor calls for more collateral, and Kestrel sends it.

The [guides](guides/) say how to start, how signing, writes and lists work, and how to run an \
installation. [llms.txt](../llms.txt) lists them as Markdown.

## Signing a request

Every request is signed with an Ed25519 key, over \`METHOD|PATH|VARIABLE|TIMESTAMP_MS\`. The \
programs below need the address of the service in \`VADIUM_URL\` and a private key in \
\`VADIUM_PRIVATE_KEY\`. They take the method, the path with its query, and the body:

\`\`\`sh
node signed-request.ts GET '/transfers?page_size=1'
\`\`\`

The [SDK](guides/signing), the [client in Python](guides/python) and the command line sign by \
themselves. The examples of operations in Python are calls of that client.

### TypeScript

With Node 22.18 or newer. The program has no types to strip, so as \`signed-request.mjs\` it runs \
on every Node.

${signedRequest('ts')}

### Python

With the package \`cryptography\`.

${signedRequest('py')}

### Shell

With OpenSSL 3 and curl.

${signedRequest('sh')}
`
