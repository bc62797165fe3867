import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { makeFolder, writePrivateFile } from '../src/owned-files.ts'
import { disposableFolder } from './disposable-folder.ts'

describe('a file that is written as a whole', () => {
  it('has its mode and its text, and leaves no other file', () => {
    const folder = disposableFolder()
    const path = join(folder, 'profiles.json')
    writePrivateFile(path, 'one')
    writePrivateFile(path, 'two')
    expect(readFileSync(path, 'utf8')).toBe('two')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['profiles.json'])
  })

  it('replaces a file that others could read', () => {
    const path = join(disposableFolder(), 'profiles.json')
    writeFileSync(path, 'old')
    chmodSync(path, 0o666)
    writePrivateFile(path, 'new')
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('keeps the old file, and leaves no other, when it cannot be replaced', () => {
    const folder = disposableFolder()
    const path = join(folder, 'profiles.json')
    mkdirSync(join(path, 'in the way'), { recursive: true })
    expect(() => {
      writePrivateFile(path, 'new')
    }).toThrow()
    expect(readdirSync(folder)).toEqual(['profiles.json'])
    expect(existsSync(join(path, 'in the way'))).toBe(true)
  })

  it('is never readable by others, and never partly written', async () => {
    const folder = disposableFolder()
    const path = join(folder, 'profiles.json')
    const text = 'k'.repeat(20_000)
    writePrivateFile(path, text)
    const watcher = new Worker(new URL('programs/folder-watcher.mjs', import.meta.url), {
      workerData: { folder, path, length: text.length },
    })
    await new Promise((resolve) => watcher.once('message', resolve))
    for (let time = 0; time < 200; time += 1) writePrivateFile(path, text)
    const seen = new Promise((resolve) => watcher.once('message', resolve))
    watcher.postMessage('enough')
    expect(await seen).toEqual({ open: [], torn: 0 })
  })
})

describe('a folder', () => {
  it('is created with its mode, and left unchanged when it exists', () => {
    const folder = join(disposableFolder(), 'a', 'b')
    makeFolder(folder, 0o700)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    chmodSync(folder, 0o750)
    makeFolder(folder, 0o700)
    expect(statSync(folder).mode & 0o777).toBe(0o750)
  })

  it.skipIf(process.platform !== 'linux')('is refused at once where nothing can be made', () => {
    expect(() => {
      makeFolder('/proc/vadium/data', 0o700)
    }).toThrow('ENOENT')
  })
})
