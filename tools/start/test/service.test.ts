import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { portToListenOn } from '../src/port.ts'
import { Service } from '../src/service.ts'
import { standInPrograms, testProgram } from './programs.ts'

async function service(manner: string): Promise<{ service: Service; readyUrl: string }> {
  const port = await portToListenOn('127.0.0.1', 0)
  const started = new Service({
    programs: standInPrograms(),
    environment: { ...process.env, STAND_IN: manner, HOST: '127.0.0.1', PORT: String(port) },
    output: 'inherit',
  })
  onTestFinished(() => {
    started.kill()
  })
  return { service: started, readyUrl: `http://127.0.0.1:${port}/readyz` }
}

it('is ready when it says so, and ends when it is asked to', async () => {
  const { service: good, readyUrl } = await service('good')
  expect(await good.untilReady(readyUrl, 30_000)).toBe('ready')
  expect(await good.stop(30_000)).toEqual({ code: 0, signal: null })
})

it('is not waited for longer than that', async () => {
  const { service: slow, readyUrl } = await service('never ready')
  expect(await slow.untilReady(readyUrl, 0)).toBe('late')
})

it('is known to have ended before it was ready', async () => {
  const { service: refusing, readyUrl } = await service('refuses')
  expect(await refusing.untilReady(readyUrl, 30_000)).toBe('ended')
})

it('is not stopped by a thread of its own', async () => {
  const { service: threaded, readyUrl } = await service('threaded')
  expect(await threaded.untilReady(readyUrl, 30_000)).toBe('ready')
})

it('is killed when it does not listen', async () => {
  const { service: deaf, readyUrl } = await service('deaf')
  expect(await deaf.untilReady(readyUrl, 30_000)).toBe('ready')
  expect(await deaf.stop(1)).toEqual({ code: null, signal: 'SIGKILL' })
})

describe('when the process that started it is killed', () => {
  it('ends', async () => {
    const { parent, port } = await parentOfService()
    // Asked of the port: a process that nobody buries counts as alive.
    await vi.waitUntil(() => answers(port), { timeout: 20_000, interval: 20 })
    parent.kill('SIGKILL')
    await vi.waitUntil(async () => !(await answers(port)), { timeout: 20_000, interval: 20 })
  })

  it('ends even where it has hardly begun', async () => {
    const { parent } = await parentOfService()
    if (parent.stdout === null) throw new Error('nothing to read')
    const [text] = (await once(parent.stdout, 'data')) as [Buffer]
    parent.kill('SIGKILL')
    await vi.waitUntil(() => !works(Number(text.toString())), { timeout: 20_000, interval: 20 })
  })
})

async function parentOfService(): Promise<{ parent: ChildProcess; port: number }> {
  const port = await portToListenOn('127.0.0.1', 0)
  const { followParent, service: program } = standInPrograms()
  const parent = spawn(process.execPath, [testProgram('parent.mjs'), followParent, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
  })
  onTestFinished(() => {
    parent.kill('SIGKILL')
  })
  return { parent, port }
}

/** Whether a process is at work; one that has ended may not have been buried yet. */
function works(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || !/^State:\s*Z/m.test(statusOf(pid))
  } catch {
    return false
  }
}

function statusOf(pid: number): string {
  return readFileSync(`/proc/${pid}/status`, 'utf8')
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`)).ok
  } catch {
    return false
  }
}
