import { readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ServiceLog } from '../src/service-log.ts'
import { temporaryFolder } from './temporary-folder.ts'

function record(level: string, msg: string, more: object = {}): string {
  return `${JSON.stringify({ level, time: '2026-07-01T17:00:00.000Z', ...more, msg })}\n`
}

it('shows warnings and errors, and no requests', () => {
  const shown: string[] = []
  const log = new ServiceLog(temporaryFolder(), 3000, (sentence) => shown.push(sentence))
  writeSync(log.file, record('info', 'answered'))
  writeSync(log.file, record('warn', 'live prices could not be stored', { err: { message: 'no' } }))
  writeSync(log.file, record('error', 'broken'))
  writeSync(log.file, record('debug', 'looked'))
  log.close()
  expect(shown).toEqual(['warn: live prices could not be stored (no)', 'error: broken'])
  expect(log.lastWords).toBe('')
})

it('returns the last words of the service: those for people, or else its log', () => {
  const log = new ServiceLog(temporaryFolder(), 3000, () => undefined)
  writeSync(log.file, record('fatal', 'could not start', { err: { message: 'no database' } }))
  log.close()
  expect(log.lastWords).toBe('fatal: could not start (no database)')

  const other = new ServiceLog(temporaryFolder(), 3000, () => undefined)
  writeSync(other.file, record('fatal', 'could not start'))
  writeSync(other.file, 'The settings are invalid:\n  PORT: Expected integer.\n')
  other.close()
  expect(other.lastWords).toBe('The settings are invalid:\n  PORT: Expected integer.')
})

it('says how far the start of the service is', () => {
  const log = new ServiceLog(temporaryFolder(), 3000, () => undefined)
  const progressAfter = (line: string) => {
    writeSync(log.file, line)
    log.readOn()
    return log.progress
  }
  expect(progressAfter(record('info', 'answered'))).toBeUndefined()
  const migrated = record('info', 'migrated', { version: 12, migration: 'prices' })
  expect(progressAfter(migrated)).toBe('Preparing the database: version 12 is made')
  const loading = record('info', 'loading the scenario', { percent: 45 })
  expect(progressAfter(loading)).toBe('Loading the book: 45 %')
  log.close()
})

it('reads a line in several parts, split within a character', () => {
  const shown: string[] = []
  const log = new ServiceLog(temporaryFolder(), 3000, (sentence) => shown.push(sentence))
  const bytes = Buffer.from(record('warn', 'für später'))
  const cut = bytes.indexOf('ü') + 1
  writeSync(log.file, bytes.subarray(0, cut))
  writeSync(log.file, bytes.subarray(cut))
  log.close()
  expect(shown).toEqual(['warn: für später'])
})

it('keeps the log of the previous start, one for each port', () => {
  const folder = temporaryFolder()
  for (const text of ['first\n', 'second\n', 'third\n']) {
    const log = new ServiceLog(folder, 3000, () => undefined)
    writeSync(log.file, text)
    log.close()
  }
  new ServiceLog(folder, 3001, () => undefined).close()
  expect(readFileSync(join(folder, 'service-3000.log'), 'utf8')).toBe('third\n')
  expect(readFileSync(join(folder, 'service-3000.log.1'), 'utf8')).toBe('second\n')
})

it('does not grow without limit while the service runs', () => {
  const log = new ServiceLog(temporaryFolder(), 3000, () => undefined)
  const megabyte = record('info', 'answered', { path: 'x'.repeat(1024 * 1024) })
  for (let written = 0; written < 21; written += 1) writeSync(log.file, megabyte)
  log.readOn()
  writeSync(log.file, 'goes on\n')
  log.close()
  expect(readFileSync(log.path, 'utf8')).toBe('goes on\n')
  expect(statSync(`${log.path}.1`).size).toBeGreaterThan(20 * 1024 * 1024)
})
