import type { TSchema } from '@sinclair/typebox'
import { Config } from '@vadium/api/config'
import { type MetricDefinition, metricTable } from '@vadium/api/metrics'
import { headerNames } from '@vadium/schema'
import { secondPersonTable } from './approval-table.ts'
import { factExamples } from './fact-examples.ts'
import { groupsTable, operationTables, permissionsTable, rolesTable } from './operation-tables.ts'
import { errorsTable, ownReasonsTable, sharedReasonsTable } from './reason-tables.ts'
import { signedRequest } from './signed-request.ts'
import { stateMachineSections } from './state-machine-sections.ts'
import { code, table } from './table.ts'

/** Each table of the documentation that the code can write, by the name of its place. */
export const tables: Readonly<Record<string, () => string>> = {
  groups: groupsTable,
  operations: operationTables,
  roles: rolesTable,
  permissions: permissionsTable,
  errors: errorsTable,
  sharedreasons: sharedReasonsTable,
  ownreasons: ownReasonsTable,
  secondperson: secondPersonTable,
  facts: factExamples,
  settings: settingsTable,
  headers: headersTable,
  metrics: metricsTable,
  statemachines: stateMachineSections,
  signingts: () => signedRequest('ts'),
  signingpy: () => signedRequest('py'),
  signingsh: () => signedRequest('sh'),
}

function headersTable(): string {
  return table(
    ['Header', 'Meaning'],
    [
      [code(headerNames.apiKey), 'Request: Ed25519 public key, base64url without padding.'],
      [code(headerNames.timestamp), 'Request: Unix time in milliseconds, exactly as signed.'],
      [code(headerNames.signature), 'Request: Ed25519 signature, base64url without padding.'],
      [code(headerNames.idempotencyKey), 'Request of a write: 1 to 255 visible ASCII characters.'],
      [
        code(headerNames.idempotencyReplayed),
        'Answer of a write: `true` if it repeats an earlier answer.',
      ],
      [
        code(headerNames.requestId),
        'Answer: the id of the request in the logs and the audit trail.',
      ],
      [code(headerNames.rateLimit), 'Answer: allowed requests in a window.'],
      [code(headerNames.rateLimitRemaining), 'Answer: remaining requests in this window.'],
      [
        code(headerNames.rateLimitReset),
        'Answer: whole seconds until the window ends, rounded up.',
      ],
      [code(headerNames.retryAfter), 'Answer with status 429: the same number of seconds.'],
      [code(headerNames.link), 'Answer of a list with more results: the next page.'],
    ],
  )
}

function metricsTable(): string {
  const metrics: Readonly<Record<string, MetricDefinition>> = metricTable
  return table(
    ['Metric', 'Kind', 'Labels', 'Scope', 'Meaning'],
    Object.entries(metrics).map(([name, { kind, labels, of, help }]) => [
      code(name),
      kind,
      labels.map(code).join(', '),
      of,
      help,
    ]),
  )
}

function settingsTable(): string {
  const settings: Readonly<Record<string, TSchema>> = Config.properties
  return table(
    ['Setting', 'Default', 'Meaning'],
    Object.entries(settings).map(([name, setting]) => [
      code(name),
      defaultOf(name, setting),
      setting.description ?? '',
    ]),
  )
}

function defaultOf(name: string, setting: TSchema): string {
  const value = setting.default as string | number | boolean | undefined
  if (value !== undefined) return value === '' ? 'empty' : code(String(value))
  const required: readonly string[] = Config.required
  return required.includes(name) ? 'required' : 'not set'
}
