/** The ports of the drill, all on 127.0.0.1. */
export const ports = {
  etcd: 26_379,
  etcdPeer: 26_380,
  redis: 26_390,
  /** HAProxy in front of PostgreSQL: the primary. */
  database: 26_432,
  /** HAProxy in front of the service. */
  front: 26_080,
  postgres: (node: number) => 26_500 + node,
  patroni: (node: number) => 26_600 + node,
  service: (process: number) => 26_700 + process,
} as const

/** The ports of the drill of replicas. */
export const replicaPorts = {
  primary: 26_801,
  service: 26_803,
  /** HAProxy in front of the standbys. */
  standbys: 26_805,
  replica: (number: number) => 26_810 + number,
} as const
