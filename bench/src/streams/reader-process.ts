import { connect } from 'node:net'

/** Opens a stream for each signed request it is sent, some at a time, and never leaves them. */
const openers = 25

process.on('message', (order: { readonly port: number; readonly requests: readonly string[] }) => {
  openAll(order).then(
    () => process.send?.('open'),
    (error: unknown) => process.send?.(String(error)),
  )
})

async function openAll({ port, requests }: { port: number; requests: readonly string[] }) {
  const left = requests.values()
  const opener = async () => {
    for (const request of left) await open(port, request)
  }
  await Promise.all(Array.from({ length: openers }, opener))
}

/** Resolves when the first frame of the stream has arrived. */
function open(port: number, request: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let begun = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`a stream has ended: ${begun}`)))
    const read = (chunk: Buffer) => {
      begun += chunk.toString('latin1')
      if (!begun.includes('event: ready\n')) return
      socket.off('data', read)
      socket.resume()
      resolve()
    }
    socket.on('data', read)
  })
}
