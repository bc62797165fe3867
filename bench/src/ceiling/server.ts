import { createServer, type ServerResponse } from 'node:http'
import pg from 'pg'

/**
 * The ceiling: Node, the driver and PostgreSQL without anything else. It has no signatures,
 * validation, limits, log, pages or row-level security; it answers one page of one organization.
 */
const { DATABASE_URL, DATABASE_POOL_SIZE, PORT, ORGANIZATION_ID, CEILING_FORM } = process.env

const newest = 'ORDER BY create_time DESC, id DESC LIMIT 50'
const page = `
  SELECT document, create_time, id FROM (
    (SELECT document, create_time, id FROM transfers
     WHERE sender_organization_id = $1::uuid ${newest})
    UNION ALL
    (SELECT document, create_time, id FROM transfers
     WHERE receiver_organization_id = $1::uuid AND sender_organization_id <> $1::uuid ${newest})
  ) AS seen ${newest}`

/** The two fastest known ways to the same answer. Which is faster depends on the machine. */
const forms = {
  rows: {
    name: 'rows',
    text: `SELECT document FROM (${page}) AS page`,
    body: (rows: string[]) => `{"transfers":[${rows.join(',')}]}`,
  },
  joined: {
    name: 'joined',
    text: `SELECT '{"transfers":[' || string_agg(document, ',') || ']}' FROM (${page}) AS page`,
    body: (rows: string[]) => rows[0] ?? '{"transfers":[]}',
  },
}
const form = forms[CEILING_FORM === 'joined' ? 'joined' : 'rows']

const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(DATABASE_POOL_SIZE),
  options: '-c plan_cache_mode=force_generic_plan',
  // glibc unmaps the memory of each page and maps it again for the next, until the process has once
  // freed a large block. That is a third of the cost of a page.
  onConnect: async (client: pg.ClientBase) => {
    await client.query("SELECT length(repeat('x', 8000000))")
  },
})

async function answer(response: ServerResponse): Promise<void> {
  const { rows } = await pool.query<[string]>({
    name: form.name,
    text: form.text,
    values: [ORGANIZATION_ID],
    rowMode: 'array',
  })
  const body = form.body(rows.map(([text]) => text))
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

const server = createServer((_request, response) => {
  answer(response).catch((error: unknown) => {
    response.writeHead(500, { 'Content-Length': 0 }).end()
    process.stderr.write(`${String(error)}\n`)
  })
})
server.keepAliveTimeout = 75_000
server.listen(Number(PORT), '127.0.0.1')
