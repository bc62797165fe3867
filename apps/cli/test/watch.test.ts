import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { type Answer, hangUp, json, loopbackService, refusal } from './loopback-service.ts'
import { POSITION, previewAnswer, transferPage, transferText } from './sample-answers.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { keyFor, type Surroundings, vadium } from './terminal.ts'

const page = (quantity: string) => json(transferPage([transferText(quantity)]))
const ready = 'id: e0\nevent: ready\ndata: {}\n\n'
const moved = 'event: moved\ndata: {"prices":["BTC"],"clock":false}\n\n'

/** Waits that take one turn of the event loop, unless they are interrupted. */
function turns() {
  const waits: number[] = []
  const wait = async (ms: number, signal: AbortSignal | undefined) => {
    waits.push(ms)
    await turn(undefined, { signal })
  }
  return { waits, wait }
}

interface Watched {
  /** Default: the list of transfers. */
  readonly command?: readonly string[]
  /** The answers of the reads, in turn. With the last one, the person presses Ctrl-C. */
  readonly reads: readonly Answer[]
  /** Answers the stream. Default: it sends a frame after each read. */
  readonly stream?: Answer
}

/** Watches an answer until the last answer was given. */
async function watch(
  { command = ['transfers', 'list'], reads, stream }: Watched,
  argv: readonly string[] = ['--tsv', 'quantity'],
  more: Surroundings = {},
) {
  const interruption = new AbortController()
  const left = [...reads]
  const streams: ServerResponse[] = []
  const follow: Answer = (response) => {
    streams.push(response)
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(ready + moved)
  }
  await using service = await loopbackService((response, arrived) => {
    if (arrived.target.startsWith('/events:stream')) {
      ;(stream ?? follow)(response, arrived)
      return
    }
    if (arrived.target.startsWith('/agreements')) {
      refusal('ROLE_NOT_PERMITTED')(response, arrived)
      return
    }
    const answer = left.shift()
    if (answer === undefined) {
      interruption.abort()
      return
    }
    answer(response, arrived)
    response.once('close', () => {
      for (const one of streams) one.write(moved)
    })
  })
  const ran = await vadium([...command, '--watch', ...argv], {
    env: keyFor(service.url),
    signal: interruption.signal,
    wait: turns().wait,
    ...more,
  })
  const targets = service.arrived.map(({ target }) => target)
  return { ...ran, streamed: targets.filter((one) => one.startsWith('/events')) }
}

describe('--watch', () => {
  it('prints an answer again when it has become another one, until Ctrl-C', async () => {
    const reads = [page('1'), page('1'), page('2'), page('2'), page('3')]
    const { exitCode, stdout, stderr, streamed } = await watch({ reads })
    expect(stdout).toBe('1\n\n2\n\n3\n')
    expect({ exitCode, stderr }).toEqual({ exitCode: 130, stderr: 'vadium: Interrupted.\n' })
    expect(streamed).toEqual(['/events:stream?moved=true'])
  })

  it('reads no more than once a second', async () => {
    const { waits, wait } = turns()
    await watch({ reads: [page('1'), page('2'), page('3')] }, undefined, { wait })
    expect(waits).toEqual([1_000, 1_000, 1_000])
  })

  it('prints each answer as a line of JSON', async () => {
    const { stdout } = await watch({ reads: [page('1'), page('2')] }, ['--json', 'quantity'])
    expect(stdout).toBe('[{"quantity":1}]\n[{"quantity":2}]\n')
  })

  it('shows on a terminal the newest answer alone, and as much as fits', async () => {
    const quantities = ['1', '2', '3', '4', '5', '6']
    const long = json(transferPage(quantities.map((quantity) => transferText(quantity))))
    const terminal = { columns: 100, rows: 8 }
    const { stdout } = await watch({ reads: [page('7'), long] }, ['--tsv=quantity'], terminal)
    const [, first, second] = stdout.split('\u001b[H\u001b[2J')
    expect(first).toBe('7\n')
    expect(second).toBe('1\n2\n3\n4\n5\n… 1 more lines\n')
  })

  it('reads every five seconds for a caller who may not read the stream', async () => {
    const { waits, wait } = turns()
    const reads = [page('1'), page('1'), page('2')]
    const ran = await watch({ reads, stream: refusal('ROLE_NOT_PERMITTED') }, undefined, { wait })
    expect(ran.stdout).toBe('1\n\n2\n')
    expect(ran.stderr).toContain('Reading every 5 s instead.\n')
    expect(waits.filter((ms) => ms === 5_000).length).toBeGreaterThanOrEqual(3)
  })

  it('goes on after answers that fail for now', async () => {
    const lost = Array.from({ length: 6 }, () => hangUp)
    const { exitCode, stdout, stderr } = await watch({ reads: [page('1'), ...lost, page('2')] })
    expect(stdout).toBe('1\n\n2\n')
    expect(stderr).toContain('Reading again in 5 s.\n')
    expect(exitCode).toBe(130)
  })

  it('prints a preview again when a price has moved', async () => {
    const reads = ['64123.45', '63000'].map((asset_price) => json(previewAnswer({ asset_price })))
    const command = ['m2m', 'preview', POSITION]
    const { exitCode, stdout } = await watch({ command, reads }, [])
    expect(stdout.match(/^ +now +\S+$/gm)?.map((line) => line.split(/ +/).at(-1))).toEqual([
      '64123.45',
      '63000',
    ])
    expect(exitCode).toBe(130)
  })

  it('is refused where a preview is submitted', async () => {
    const argv = ['m2m', 'preview', POSITION, '--submit', '--watch', '--yes']
    const { exitCode, stderr } = await vadium(argv, { env: keyFor('http://127.0.0.1:9') })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--watch goes on')
  })

  it('ends at a refusal', async () => {
    const refused = refusal('ORGANIZATION_SUSPENDED')
    const { exitCode, stdout, stderr } = await watch({ reads: [page('1'), refused] })
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '1\n' })
    expect(stderr).toContain('(ORGANIZATION_SUSPENDED)')
  })

  it('is no flag of a command that changes something', async () => {
    const id = 'ff983a71-db89-400e-b104-617b226948b6'
    const { exitCode, stderr } = await vadium(['transfers', 'cancel', id, '--watch'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain("unknown option '--watch'")
  })
})
