import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transferStatuses } from '@vadium/schema'
import { build } from 'tsdown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLongRun } from '../../api/test/harness/long-run.ts'
import { json, loopbackService, silence } from './loopback-service.ts'
import { POSITION, transferPage, transferText } from './sample-answers.ts'
import { keyFor } from './terminal.ts'

const source = fileURLToPath(new URL('..', import.meta.url))
let installed: string

// The command as it is installed, from the current sources: bin beside dist, nothing else.
beforeAll(async () => {
  installed = await mkdtemp(join(tmpdir(), 'vadium-cli-'))
  await cp(join(source, 'bin'), join(installed, 'bin'), { recursive: true })
  await build({
    config: false,
    cwd: source,
    entry: ['src/main.ts'],
    outDir: join(installed, 'dist'),
    fixedExtension: false,
    dts: false,
    logLevel: 'silent',
    deps: { alwaysBundle: /./ },
    inputOptions: { resolve: { conditionNames: ['@vadium/source', 'node', 'import'] } },
  })
}, 120_000)

afterAll(async () => {
  await rm(installed, { recursive: true })
})

function start(argv: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) {
  const bin = join(installed, 'bin', 'vadium.js')
  const child = spawn(process.execPath, [bin, ...argv], {
    env: { ...process.env, VADIUM_PROFILES: '/nonexistent/profiles.json', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }))
  return { child, ended }
}

const shells: [shell: string, checker?: string[]][] = [['bash', ['bash', '-n']], ['zsh'], ['fish']]

describe('the installed command', { timeout: 30_000 }, () => {
  it('prints and exits', async () => {
    const { child, ended } = start(['--version'])
    let stdout = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
    expect(await ended).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('completes commands, flags and values', async () => {
    const completed = async (...words: string[]) => {
      const { child, ended } = start(['complete', '--', ...words])
      let stdout = ''
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
      expect((await ended).code).toBe(0)
      return stdout.split('\n').map((line) => line.split('\t')[0])
    }
    expect(await completed('transfers', 'list', '--status', '')).toEqual(
      expect.arrayContaining([...transferStatuses]),
    )
    if (!isLongRun) return
    expect(await completed('trans')).toContain('transfers')
    expect(await completed('transfers', 'l')).toContain('list')
    expect(await completed('transfers', 'list', '--sta')).toContain('--status')
    expect(await completed('credentials', 'create', 'x', '')).toContain('execution')
  })

  it.each(isLongRun ? shells : shells.slice(0, 1))(
    'prints a completion script for %s',
    async (shell, checker) => {
      const { child, ended } = start(['completion', shell])
      let stdout = ''
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
      expect(await ended).toEqual({ code: 0, stderr: '' })
      expect(stdout).toContain('vadium complete --')
      const [program = 'true', ...flags] = checker ?? []
      expect(spawnSync(program, flags, { input: stdout, encoding: 'utf8' }).stderr).toBe('')
    },
  )

  it('ends without an error when the reader of its output closes the pipe', async () => {
    const page = transferPage(
      Array.from({ length: 500 }, () => transferText('1.5')),
      'next',
    )
    let count = 0
    await using service = await loopbackService((response, arrived) => {
      count += 1
      json(page.replace('"next"}', `"next-${count}"}`))(response, arrived)
    })
    const { child, ended } = start(['transfers', 'list', '--all'], keyFor(service.url))
    await once(child.stdout, 'data')
    child.stdout.destroy()
    expect(await ended).toEqual({ code: 141, stderr: '' })
  })

  it('prints each event at once, and ends without an error when the reader closes the pipe', async () => {
    const frame = (id: string, event: string) =>
      `id: ${id}\nevent: ${event}\ndata: {"time":"2026-01-06T09:30:00.000Z"}\n\n`
    const streams: ServerResponse[] = []
    await using service = await loopbackService((response) => {
      streams.push(response)
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(frame('e0', 'ready') + frame('e1', 'order.updated'))
    })
    const { child, ended } = start(['events', 'tail'], keyFor(service.url))
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]
    expect(JSON.parse(printed.toString())).toMatchObject({ id: 'e1' })
    child.stdout.destroy()
    // Only a write to the pipe shows that nobody reads it.
    const writing = setInterval(() => streams[0]?.write(frame('e2', 'order.updated')), 50)
    expect(await ended).toEqual({ code: 141, stderr: '' })
    clearInterval(writing)
  })

  it('ends at once at Ctrl-C', async () => {
    await using service = await loopbackService(silence)
    const { child, ended } = start(['m2m', 'preview', POSITION], keyFor(service.url))
    while (service.arrived.length === 0) await new Promise(setImmediate)
    child.kill('SIGINT')
    expect(await ended).toEqual({ code: 130, stderr: 'vadium: Interrupted.\n' })
  })

  it.skipIf(spawnSync('script', ['--version']).status !== 0)(
    'asks at the terminal before it sends a write whose output is in a pipe',
    async () => {
      await using service = await loopbackService()
      const line = `'${process.execPath}' '${join(installed, 'bin', 'vadium.js')}' orders cancel ${POSITION} | cat`
      const child = spawn('script', ['-qec', line, '/dev/null'], {
        env: { ...process.env, ...keyFor(service.url) },
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      const ended = once(child, 'close')
      let screen = ''
      for await (const chunk of child.stdout) {
        screen += String(chunk)
        if (screen.endsWith('[y/N] ')) child.stdin.write('n\n')
      }
      await ended
      expect(screen).toContain('Not sent: it was not confirmed.')
      expect(service.arrived).toEqual([])
    },
  )

  it('ends at Ctrl-C while it waits for input', async () => {
    const bin = join(installed, 'bin', 'vadium.js')
    const child = spawn(process.execPath, [bin, 'm2m', 'verify'], { stdio: 'pipe' })
    const ended = once(child, 'close')
    // More than a pipe can hold: once it is written, the command is reading.
    await new Promise((resolve) => child.stdin.write(' '.repeat(1024 * 1024), resolve))
    child.kill('SIGINT')
    expect((await ended)[0]).toBe(130)
  })

  it('exits with 70 when it has not been built', async () => {
    await rm(join(installed, 'dist'), { recursive: true })
    expect(await start(['--version']).ended).toEqual({
      code: 70,
      stderr: 'vadium: not built yet. Run `pnpm run build` in the repository first.\n',
    })
  })
})
