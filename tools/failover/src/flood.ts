import { VadiumClient, VadiumError } from '@vadium/client'

// A program that keeps asking for reports, as many at once as its argument says, until it is ended. It
// then says what became of them, as one line of JSON.

const [baseUrl = '', privateKey = '', callers = '64'] = process.argv.slice(2)
const counts = { complete: 0, cut: 0, refused: 0, failed: 0 }

async function ask(): Promise<void> {
  const client = new VadiumClient({ baseUrl, privateKey })
  for (;;) {
    let rows = 0
    try {
      for await (const _row of client.reports.transfers()) rows += 1
      counts.complete += 1
    } catch (error) {
      if (!(error instanceof VadiumError)) throw error
      if ('status' in error && typeof error.status === 'number' && error.status >= 500) {
        counts.failed += 1
      } else if (rows > 0) counts.cut += 1
      else counts.refused += 1
    }
  }
}

process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify(counts)}\n`, () => process.exit(0))
})
await Promise.all(Array.from({ length: Number(callers) }, ask))
