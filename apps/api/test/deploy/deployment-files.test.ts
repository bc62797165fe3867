import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { Config, readConfig } from '../../src/config/config.ts'
import { cloudMetadata } from '../../src/features/webhooks/cloud-metadata.ts'

const deploy = new URL('../../../../deploy/', import.meta.url)
const text = (name: string) => readFile(new URL(name, deploy), 'utf8')
const documents = async (name: string): Promise<unknown[]> => {
  const parsed = parseAllDocuments(await text(name), { merge: true })
  return parsed.map((document) => document.toJS() as unknown)
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>
}
interface ComposeService {
  readonly env_file?: string
  readonly environment: Readonly<Record<string, string>>
}

describe('the compose file', () => {
  it('has only what every version of docker-compose knows at its top', async () => {
    const [compose] = (await documents('compose/compose.yaml')) as [Compose]
    expect(Object.keys(compose)).toEqual(['services', 'secrets', 'volumes'])
  })

  it('takes any setting, and gives the owner to the command that migrates alone', async () => {
    const [compose] = (await documents('compose/compose.yaml')) as [Compose]
    const { vadium, migrate } = compose.services
    expect([vadium?.env_file, migrate?.env_file]).toEqual(['settings.env', 'settings.env'])
    expect(migrate?.environment).toHaveProperty('DATABASE_URL')
    expect(vadium?.environment).not.toHaveProperty('DATABASE_URL')
    expect(JSON.stringify(vadium)).not.toContain('OWNER')
    expect(Object.keys(vadium?.environment ?? {}).filter((name) => !isSetting(name))).toEqual([])
  })
})

const isSetting = (name: string) => name in Config.properties

interface Workload {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: object; readonly annotations?: object }
      readonly spec: { readonly containers: readonly { readonly env: readonly EnvEntry[] }[] }
    }
  }
}
interface EnvEntry {
  readonly name: string
  readonly valueFrom: { readonly secretKeyRef: { readonly name: string; readonly key: string } }
}
interface Policy {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly podSelector: object
    readonly policyTypes: readonly string[]
    readonly ingress?: readonly { readonly from?: readonly object[] }[]
    readonly egress?: readonly { readonly to: readonly { readonly ipBlock: Block }[] }[]
  }
}
interface Block {
  readonly cidr: string
  readonly except: readonly string[]
}

/** The secrets that a workload takes its settings from, by setting. */
async function secretsOf(name: string) {
  const [workload] = (await documents(`kubernetes/${name}`)) as [Workload]
  const entries = workload.spec.template.spec.containers.flatMap(({ env }) => env)
  return Object.fromEntries(
    entries.map(({ name: setting, valueFrom }) => [setting, valueFrom.secretKeyRef.name]),
  )
}

describe('the pods of Kubernetes', () => {
  it('know the password of the owner only in the Job that migrates', async () => {
    const service = await secretsOf('deployment.yaml')
    expect(service).toMatchObject({ DATABASE_SERVICE_URL: 'vadium' })
    expect(Object.values(service)).not.toContain('vadium-owner')
    expect(service).not.toHaveProperty('DATABASE_URL')
    expect(await secretsOf('migrate-job.yaml')).toEqual({ DATABASE_URL: 'vadium-owner' })
    expect(Object.keys(service).filter((name) => !isSetting(name))).toEqual([])
  })

  it('have settings with which the service starts', async () => {
    const [{ data }] = (await documents('kubernetes/settings.yaml')) as [
      { data: Record<string, string> },
    ]
    expect(Object.keys(data).filter((name) => !isSetting(name))).toEqual([])
    const DATABASE_SERVICE_URL = 'postgres://vadium_service@host/vadium'
    expect(() => readConfig({ ...data, DATABASE_SERVICE_URL })).not.toThrow()
  })

  it('are scraped with the token, not by an annotation, as the job of the alerts', async () => {
    const [{ spec }] = (await documents('kubernetes/deployment.yaml')) as [Workload]
    expect(spec.template.metadata.annotations).toBeUndefined()
    expect(spec.template.metadata.labels).toEqual({ 'app.kubernetes.io/name': 'vadium' })
    expect(await documents('kubernetes/pod-monitor.yaml')).toMatchObject([
      {
        spec: {
          jobLabel: 'app.kubernetes.io/name',
          podMetricsEndpoints: [
            { authorization: { credentials: { name: 'vadium', key: 'METRICS_TOKEN' } } },
          ],
        },
      },
    ])
  })

  it('are reached by named pods only, and reach no metadata of a cloud', async () => {
    const policies = (await documents('kubernetes/network-policy.yaml')) as Policy[]
    const [everyPod, callers] = policies
    expect(everyPod?.spec.podSelector).toEqual({})
    expect(everyPod?.spec.policyTypes).toEqual(['Ingress', 'Egress'])
    expect(everyPod?.spec.ingress).toBeUndefined()
    const blocks = everyPod?.spec.egress?.flatMap(({ to }) => to.map(({ ipBlock }) => ipBlock))
    const excepted = blocks?.flatMap(({ except }) => except)
    expect(excepted?.toSorted()).toEqual([...cloudMetadata].sort())
    const sources = callers?.spec.ingress?.map(({ from = [] }) => from)
    expect(sources).toHaveLength(1)
    expect(sources?.[0]).toHaveLength(2)
    for (const source of sources?.flat() ?? []) {
      expect(Object.keys(source)).toEqual(['namespaceSelector', 'podSelector'])
    }
  })
})

interface PostgresCluster {
  readonly spec: {
    readonly postgresql: { readonly synchronous: object }
    readonly bootstrap: {
      readonly initdb: {
        readonly owner: string
        readonly postInitApplicationSQL: readonly string[]
      }
    }
  }
}

describe('the PostgreSQL of Kubernetes', () => {
  it('has the roles of roles.sh, and promotes no standby that lacks a commit', async () => {
    const [, cluster] = (await documents('kubernetes/postgres.yaml')) as [object, PostgresCluster]
    const { bootstrap, postgresql } = cluster.spec
    expect(bootstrap.initdb.owner).toBe('vadium_owner')
    const ofScript = (await text('postgres/roles.sh'))
      .replaceAll(/ PASSWORD :'\w+'/g, '')
      .match(/^(CREATE ROLE|GRANT|REVOKE) [^;]+/gm)
    // The operator makes the owner.
    expect(['CREATE ROLE vadium_owner LOGIN', ...bootstrap.initdb.postInitApplicationSQL]).toEqual(
      ofScript,
    )
    expect(postgresql.synchronous).toMatchObject({
      dataDurability: 'required',
      failoverQuorum: true,
    })
  })
})

describe('the units of systemd', () => {
  it('give the password of the owner to the migration and the check, not to the service', async () => {
    const settings = '/etc/vadium/vadium.env'
    const owner = '/etc/vadium/owner.env'
    expect(await unitLines('vadium', 'EnvironmentFile')).toEqual([settings])
    expect((await unitLines('vadium', 'LoadCredential')).join()).not.toContain(owner)
    for (const unit of ['vadium-migrate', 'vadium-check']) {
      expect(await unitLines(unit, 'EnvironmentFile')).toEqual([settings, owner])
      expect(await unitLines(unit, 'DynamicUser')).toEqual(['yes'])
    }
    const guide = await readFile(new URL('../docs/guides/deployment.md', deploy), 'utf8')
    const [, written = ''] = /vadium\.env <<EOF\n(.*?)\n *EOF/s.exec(guide) ?? []
    const values = written.split('\n').map((line) => line.trim().split('='))
    expect(values.map(([name]) => name)).toEqual(['DATABASE_SERVICE_URL', 'TRUST_PROXY'])
    expect(guide).toMatch(/echo DATABASE_URL=\S+ \| install -m 600 .* \/etc\/vadium\/owner\.env/)
  })

  it('migrate before the service starts, which waits where that cannot succeed yet', async () => {
    const migration = 'vadium-migrate.service'
    expect((await unitLines('vadium', 'After')).join().split(' ')).toContain(migration)
    expect((await unitLines('vadium', 'Wants')).join().split(' ')).toContain(migration)
    expect(await unitLines('vadium', 'Requires')).toEqual([])
    expect(await unitLines('vadium-migrate', 'Type')).toEqual(['oneshot'])
    expect((await unitLines('vadium-migrate', 'ExecStart')).join()).toMatch(/ migrate$/)
    // A migration that has been done would keep the next one from running.
    expect(await unitLines('vadium-migrate', 'RemainAfterExit')).toEqual([])
    expect(await unitLines('vadium-migrate', 'StartLimitIntervalSec')).toEqual(['0'])
  })
})

/** The values of a setting of a unit. */
async function unitLines(unit: string, setting: string): Promise<string[]> {
  const lines = (await text(`systemd/${unit}.service`)).split('\n')
  return lines.flatMap((line) =>
    line.startsWith(`${setting}=`) ? [line.split('=', 2)[1] ?? ''] : [],
  )
}

describe('a check of the book that fails under systemd', () => {
  it('starts a unit of the same folder, which notifies', async () => {
    const [, unit = ''] =
      /^OnFailure=(.*)%p\.service$/m.exec(await text('systemd/vadium-check.service')) ?? []
    expect(await readdir(new URL('systemd/', deploy))).toContain(`${unit}.service`)
    expect(await text(`systemd/${unit}.service`)).toContain('\nExecStart=/etc/vadium/notify %i\n')
  })

  it('mails root its name and its output', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vadium-notify-'))
    try {
      const program = async (name: string, script: string) => {
        await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`)
        await chmod(join(folder, name), 0o755)
      }
      await program('journalctl', 'echo "$*: BROKEN  every balance"')
      // It is looked for where the system has it first.
      await program('sendmail', 'cat')
      const notify = fileURLToPath(new URL('systemd/notify', deploy))
      const script = (await readFile(notify, 'utf8')).replace('/usr/sbin', folder)
      const { stdout, status } = spawnSync('sh', ['-c', script, 'notify', 'vadium-check'], {
        env: { PATH: `${folder}:${process.env['PATH']}` },
        encoding: 'utf8',
      })
      expect(status).toBe(0)
      expect(stdout).toMatch(/^To: root\nSubject: vadium-check failed on .+\n\n/)
      expect(stdout).toMatch(/--unit=vadium-check .*: BROKEN {2}every balance/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
