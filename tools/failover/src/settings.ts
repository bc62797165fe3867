import { join } from 'node:path'
import { ports, replicaPorts } from './ports.ts'

/** The password of the superuser, of replication and of pg_rewind. */
export const superuserPassword = 'drill'

export const nodes = [1, 2, 3] as const

export function etcdArguments(folder: string): string[] {
  const own = `http://127.0.0.1:${ports.etcd}`
  const peers = `http://127.0.0.1:${ports.etcdPeer}`
  return [
    `--data-dir=${join(folder, 'etcd')}`,
    '--name=drill',
    // Patroni 3.0.2 with the v3 interface of etcd let a primary that had been paused confirm
    // commits of which the new primary knew nothing. With the v2 interface it does not.
    '--enable-v2',
    `--listen-client-urls=${own}`,
    `--advertise-client-urls=${own}`,
    `--listen-peer-urls=${peers}`,
    `--initial-advertise-peer-urls=${peers}`,
    `--initial-cluster=drill=${peers}`,
  ]
}

export function patroniSettings(node: number, folder: string): string {
  return `scope: drill
name: node-${node}
restapi:
  listen: 127.0.0.1:${ports.patroni(node)}
  connect_address: 127.0.0.1:${ports.patroni(node)}
etcd:
  hosts: 127.0.0.1:${ports.etcd}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 5
    # A commit is confirmed when a standby has it, and only such a standby is promoted.
    synchronous_mode: true
    # Without a standby, commits wait: what was confirmed is on two machines, always.
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 100
        shared_buffers: 64MB
        synchronous_commit: 'on'
        wal_log_hints: 'on'
  initdb:
    - encoding: UTF8
    - data-checksums
  pg_hba:
    - host replication replicator 127.0.0.1/32 scram-sha-256
    - host all all 127.0.0.1/32 scram-sha-256
postgresql:
  listen: 127.0.0.1:${ports.postgres(node)}
  connect_address: 127.0.0.1:${ports.postgres(node)}
  data_dir: ${dataFolder(node, folder)}
  bin_dir: /usr/lib/postgresql/15/bin
  pgpass: ${join(folder, `pgpass-${node}`)}
  parameters:
    unix_socket_directories: ''
  authentication:
    superuser: { username: postgres, password: ${superuserPassword} }
    replication: { username: replicator, password: ${superuserPassword} }
    rewind: { username: rewinder, password: ${superuserPassword} }
# In production, required: a watchdog resets a machine whose Patroni no longer runs.
watchdog:
  mode: automatic
`
}

export function dataFolder(node: number, folder: string): string {
  return join(folder, `data-${node}`)
}

export function balancerSettings(): string {
  const primaries = nodes.map(
    (n) => `  server node-${n} 127.0.0.1:${ports.postgres(n)} check port ${ports.patroni(n)}`,
  )
  const services = nodes.map((n) => `  server service-${n} 127.0.0.1:${ports.service(n)} check`)
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen postgres
  bind 127.0.0.1:${ports.database}
  option httpchk GET /primary
  http-check expect status 200
  # A connection to a node that is no longer the primary is closed, not left to wait.
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${primaries.join('\n')}
listen service
  bind 127.0.0.1:${ports.front}
  mode http
  option forwardfor
  option httpchk GET /readyz
  http-check expect status 200
  retries 0
  default-server inter 1s fall 2 rise 1
${services.join('\n')}
`
}

/** HAProxy in front of standbys, which knows only which of them take connections. */
export function standbySettings(count: number): string {
  const standbys = Array.from(
    { length: count },
    (_, number) => `  server replica-${number + 1} 127.0.0.1:${replicaPorts.replica(number)} check`,
  )
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen standbys
  bind 127.0.0.1:${replicaPorts.standbys}
  option pgsql-check user vadium_service
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${standbys.join('\n')}
`
}
