import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectsOf } from '../src/context/effects.ts'
import { installationTemplate } from '../src/init/template.ts'
import { Progress } from '../src/terminal/progress.ts'
import { write } from '../src/terminal/write.ts'
import { type Answer, loopbackService, refusal } from './loopback-service.ts'
import { keyFor, vadium } from './terminal.ts'

const ID = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
const wipe = '\r\u001b[2K'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('what takes longer than a second', () => {
  it.each([
    [['transfers', 'list', '--all'], '', 'waiting for the service, 1 s …'],
    [['orders', 'get', '1042'], '', 'looking up names, 1 s …'],
    [['reports', 'positions'], '', 'waiting for the service, 1 s …'],
    [['m2m', 'preview', ID, '--submit', '--yes'], '', 'waiting for the preview, 1 s …'],
    [['approvals', 'approve', ID, '--yes'], '', 'waiting for the service, 1 s …'],
    [
      ['init', '-', '--dry-run'],
      JSON.stringify(installationTemplate()),
      'reading the installation, 1 s …',
    ],
  ])('is said of %j on a terminal', async (argv, stdin, line) => {
    const arrived = new PassThrough()
    const answered: (() => void)[] = []
    const slow: Answer = (response, request) => {
      answered.push(() => refusal('ROLE_NOT_PERMITTED')(response, request))
      arrived.write('.')
    }
    await using service = await loopbackService(slow)
    const terminal = { columns: 100, stderrIsTerminal: true, env: keyFor(service.url) }
    const running = vadium(argv, { ...terminal, stdin })
    await once(arrived, 'data')
    vi.advanceTimersByTime(1_200)
    arrived.on('data', () => answered.at(-1)?.())
    answered.forEach((answer) => answer())
    expect((await running).stderr).toContain(line)
  })
})

describe('a line of progress', () => {
  function shown(isTTY = true, isQuiet = false) {
    const stderr = Object.assign(new PassThrough({ encoding: 'utf8' }), { isTTY })
    const streams = { stdout: new PassThrough(), stderr, stdin: new PassThrough() }
    const io = effectsOf({ ...streams, env: {} })
    return { io, progress: new Progress(io, { isQuiet }), text: () => String(stderr.read() ?? '') }
  }

  it('appears after a second, makes room for other lines, and is removed at the end', async () => {
    const { io, progress, text } = shown()
    progress.start(() => 'working')
    vi.advanceTimersByTime(900)
    expect(text()).toBe('')
    vi.advanceTimersByTime(200)
    expect(text()).toBe(`${wipe}working, 1 s …`)
    await write(io.stderr, 'a note\n')
    expect(text()).toBe(`${wipe}a note\n`)
    vi.advanceTimersByTime(200)
    expect(text()).toBe(`${wipe}working, 1 s …`)
    progress.stop()
    expect(text()).toBe(wipe)
    vi.advanceTimersByTime(5_000)
    expect(text()).toBe('')
  })

  it.each([
    ['where stderr is no terminal', false, false],
    ['for programs', true, true],
  ])('is not shown %s', (_, isTTY, isQuiet) => {
    const { progress, text } = shown(isTTY, isQuiet)
    progress.start(() => 'working')
    vi.advanceTimersByTime(5_000)
    expect(text()).toBe('')
  })
})
