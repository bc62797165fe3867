// Stands in for the service: ready at once, and then as STAND_IN says.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Worker } from 'node:worker_threads'

const manner = process.env.STAND_IN ?? 'good'
if (manner === 'refuses') {
  process.stderr.write('The settings are invalid:\n  LOG_LEVEL: Expected union value.\n')
  process.exit(1)
}

if (manner === 'threaded') {
  const program = "require('node:worker_threads').parentPort.postMessage('at work')"
  await once(new Worker(program, { eval: true }), 'message')
}

const server = createServer((request, reply) => {
  if (request.url === '/die') process.kill(process.pid, 'SIGKILL')
  const status = request.url === '/readyz' && manner === 'never ready' ? 503 : 200
  reply.writeHead(status).end(JSON.stringify(process.env))
})
server.listen(Number(process.env.PORT), process.env.HOST)

process.on('SIGTERM', () => {
  if (manner === 'deaf') return
  process.stdout.write('{"level":"warn","msg":"stopping"}\n')
  server.closeAllConnections()
  server.close(() => process.exit(manner === 'ends badly' ? 1 : 0))
})
