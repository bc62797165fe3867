import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Client } from 'pg'

/** Whether processes can be bound to cores: on Linux, with taskset and more than one core. */
export function canBindToCores(): boolean {
  if (availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['-V'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Binds a process, its threads and its future children to some cores. */
export function bindToCores(pid: number, cores: readonly number[]): void {
  execFileSync('taskset', ['-a', '-c', '-p', cores.join(','), String(pid)], { stdio: 'ignore' })
}

/** Binds all processes of a PostgreSQL. New ones are children of the first, and run on its cores. */
export async function bindPostgres(owner: Client, cores: readonly number[]): Promise<void> {
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid
     UNION ALL SELECT pid FROM pg_stat_activity`,
  )
  for (const { pid } of rows) bindToCores(pid, cores)
}
