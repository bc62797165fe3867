import { fileURLToPath } from 'node:url'
import type { Scenario } from '@vadium/api/scenario'
import { sandboxProfiles, sandboxScenario } from '@vadium/book'
import { refreshFiles } from '../generated-files.ts'
import { playExamples } from './book/play.ts'
import { organizationIds } from './book/stage.ts'
import { exampleKey } from './caller.ts'
import { startExampleService } from './example-service.ts'
import { Repeatable } from './repeatable.ts'
import { Tape } from './tape.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const file = 'apps/api/src/platform/http/documents/examples.json'
const bookTime = '2026-01-05T09:00:00.000Z'

const keys = new Map(sandboxProfiles.map(({ name }) => [name, exampleKey(name)]))
const publicKeys = Object.fromEntries([...keys].map(([name, { publicKey }]) => [name, publicKey]))
const callerOf = (profile: string, name: string) => ({
  name,
  privateKey: keys.get(profile)?.privateKey ?? '',
})

const second = exampleKey('second-operator')
const scenario = withSecondOperator(sandboxScenario({ publicKeys, time: Date.parse(bookTime) }))
const service = await startExampleService(scenario, bookTime)
try {
  const tape = new Tape(service.origin, bookTime)
  await playExamples({
    tape,
    operator: callerOf('sandbox-operator', 'the operator'),
    secondOperator: { name: 'another operator', privateKey: second.privateKey },
    lender: callerOf('sandbox-lender', 'Harbor Bank Treasury, the lender'),
    borrower: callerOf('sandbox-borrower', 'Kestrel Market Making, the borrower'),
    receiver: service.receiver,
  })
  const repeatable = new Repeatable(service.receiver)
  const operations = [...tape.recorded].map(([id, each]) => [id, repeatable.of(each)] as const)
  const awaitsApproval = tape.awaitsApproval && repeatable.of(tape.awaitsApproval)
  const text = JSON.stringify({ operations: Object.fromEntries(operations), awaitsApproval })
  const changed = await refreshFiles(root, new Map([[file, text]]), [], true)
  process.stdout.write(changed.length === 0 ? `${file} is as it was\n` : `${file} written\n`)
} finally {
  await service.close()
}

/** With a second person who operates, because one alone cannot approve. */
function withSecondOperator(book: Scenario): Scenario {
  const id = '10000000-0000-4000-8000-000000000009'
  return {
    ...book,
    accounts: [
      ...book.accounts,
      { id, organization_id: organizationIds.operator, name: 'Second operator', kind: 'person' },
    ],
    credentials: [
      ...book.credentials,
      {
        id: '20000000-0000-4000-8000-000000000009',
        account_id: id,
        role: 'operator',
        public_key: second.publicKey,
        created_at: new Date(Date.parse(bookTime) - 30 * 86_400_000).toISOString(),
      },
    ],
  }
}
