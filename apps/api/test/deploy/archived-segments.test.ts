import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = new URL('../../../../', import.meta.url)
const script = fileURLToPath(new URL('deploy/postgres/archive-wal.sh', root))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vadium-archive-'))
  await writeFile(join(folder, 'segment'), 'all of the segment')
})
afterEach(() => rm(folder, { recursive: true }))

/** Archives the segment. Programs in the folder take precedence over those of the system. */
const archive = () =>
  spawnSync('sh', [script, join(folder, 'segment'), join(folder, '0001')], {
    env: { PATH: `${folder}:${process.env['PATH']}` },
    encoding: 'utf8',
  })
const archived = () => readFile(join(folder, '0001'), 'utf8')

describe('a segment of WAL', () => {
  it('is archived, and again without a change where the first attempt was not recorded', async () => {
    expect(archive().status).toBe(0)
    expect(archive().status).toBe(0)
    expect(await archived()).toBe('all of the segment')
    expect((await readdir(folder)).sort()).toEqual(['0001', 'segment'])
  })

  it('never has its name in part, and is archived after an attempt that was killed', async () => {
    const cp = join(folder, 'cp')
    await writeFile(cp, '#!/bin/sh\nprintf "all of" > "$3"\nkill -9 $PPID\n')
    await chmod(cp, 0o755)
    expect(archive().signal).toBe('SIGKILL')
    expect(await readdir(folder)).not.toContain('0001')
    await rm(cp)
    expect(archive().status).toBe(0)
    expect(await archived()).toBe('all of the segment')
    expect((await readdir(folder)).sort()).toEqual(['0001', 'segment'])
  })

  it('does not replace another one of its name', async () => {
    await writeFile(join(folder, '0001'), 'of another server')
    expect(archive().status).toBe(1)
    expect(await archived()).toBe('of another server')
  })
})

it('the guide copies the values that a recovery needs from what pg_controldata prints', async () => {
  const guide = await readFile(new URL('docs/guides/backup.md', root), 'utf8')
  const [, expression = ''] = /pg_controldata \$DATA \| sed -nE '([^']+)'/.exec(guide) ?? []
  const printed = `wal_level setting:                    replica
max_connections setting:              240
max_worker_processes setting:         8
max_wal_senders setting:              10
max_prepared_xacts setting:           0
max_locks_per_xact setting:           64
track_commit_timestamp setting:       off
Maximum data alignment:               8
`
  const { stdout } = spawnSync('sed', ['-nE', expression], { input: printed, encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual([
    'max_connections = 240',
    'max_worker_processes = 8',
    'max_wal_senders = 10',
    'max_prepared_transactions = 0',
    'max_locks_per_transaction = 64',
  ])
})
