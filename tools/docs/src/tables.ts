import type { TSchema } from '@sinclair/typebox'
import { Config } from '@vadium/api/config'
import {
  errorAnswer,
  errorReason,
  type ErrorReason,
  errorReasons,
  headerNames,
  operationReasons,
  operations,
  roleDescriptions,
  roles,
} from '@vadium/schema'
import { code, table } from './table.ts'

/** Each table of the documentation that the code can write, by the name of its place. */
export const tables: Readonly<Record<string, () => string>> = {
  operations: operationsTable,
  roles: rolesTable,
  errors: errorsTable,
  statuses: statusesTable,
  settings: settingsTable,
  headers: headersTable,
}

function operationsTable(): string {
  return table(
    ['Operation', 'Request', 'SDK', 'Command', 'What it does'],
    operations.map((operation) => [
      code(operation.id),
      code(`${operation.method} ${operation.path}`),
      code(`client.${operation.group}.${operation.command[1]}()`),
      code(`vadium ${operation.command.join(' ')}`),
      operation.summary,
    ]),
  )
}

function rolesTable(): string {
  return table(
    ['Role', 'What it is for', ...operations.map(({ id }) => code(id))],
    roles.map((role) => [
      code(role),
      roleDescriptions[role],
      ...operations.map((operation) => (operation.roles.includes(role) ? 'yes' : '')),
    ]),
  )
}

const reasons = Object.keys(errorReasons) as ErrorReason[]

function errorsTable(): string {
  return table(
    ['Reason', 'Code', 'Status', 'Sent again by the SDK', 'Meaning'],
    reasons.map((name) => {
      const { code: canonical, status, retry, message } = errorReason(name)
      return [code(name), code(canonical), String(status), retry.replaceAll('_', ' '), message]
    }),
  )
}

function statusesTable(): string {
  const rows = operations.flatMap((operation) =>
    operation.errors.map((status) => [
      code(operation.id),
      String(status),
      operationReasons(operation)
        .filter((reason) => errorAnswer(reason, operation.errors).status === status)
        .map(code)
        .join(', '),
    ]),
  )
  return table(['Operation', 'Status', 'Reasons'], rows)
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

function headersTable(): string {
  return table(
    ['Header', 'Meaning'],
    [
      [code(headerNames.apiKey), 'Request: Ed25519 public key, base64url without padding.'],
      [code(headerNames.timestamp), 'Request: Unix time in milliseconds, the very digits signed.'],
      [code(headerNames.signature), 'Request: Ed25519 signature, base64url without padding.'],
      [code(headerNames.requestId), 'Answer: finds the request in the logs.'],
      [code(headerNames.rateLimit), 'Answer: requests in a window.'],
      [code(headerNames.rateLimitRemaining), 'Answer: requests left in this window.'],
      [
        code(headerNames.rateLimitReset),
        'Answer: whole seconds until the window ends, rounded up.',
      ],
      [code(headerNames.retryAfter), 'Answer with status 429: the same seconds.'],
      [code(headerNames.link), 'Answer of a list with more: the next page.'],
    ],
  )
}
