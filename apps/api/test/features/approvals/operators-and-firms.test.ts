import { readFile } from 'node:fs/promises'
import {
  alwaysApproved,
  alwaysWithTheAdmin,
  type ApprovalRule,
  operations,
  rulesFor,
  twoPersonPolicies,
} from '@vadium/schema'
import { expect, it } from 'vitest'
import { defaultRules } from '../../../src/features/approvals/approval-policy.service.ts'
import { isDecidedByTheChanged } from '../../../src/features/approvals/approval-subject.ts'

const security = new URL('../../../../../docs/security.md', import.meta.url)

/** The operation and who must agree, by the rows of the table. */
async function documented(): Promise<Map<string, string>> {
  const [, section = ''] = (await readFile(security, 'utf8')).split(
    '\n### What an operator does to an organization\n',
  )
  const [own = ''] = section.split(/\n##/)
  const rows = own.matchAll(/^\| `(\w+)` +\|[^|]+\| ([^|]+?) +\|$/gm)
  return new Map([...rows].map(([, name = '', who = '']) => [name, who]))
}

const names = (id: string, rules: readonly ApprovalRule[]) =>
  rules.some(({ operation }) => operation === id)

/** Who must agree by the policies in force where two people are asked for. */
function whoMustAgree(id: string): string {
  if (names(id, alwaysWithTheAdmin)) return 'its admin, always'
  if (alwaysApproved.some((name) => name === id)) return 'another operator, always'
  const [name] = rulesFor(id)
  if (name !== undefined && isDecidedByTheChanged(name)) {
    const isAsked = names(id, [...twoPersonPolicies.platform, ...twoPersonPolicies.organization])
    return isAsked ? 'its admin' : 'nobody'
  }
  return names(id, twoPersonPolicies.platform) ? 'another operator' : 'nobody'
}

it('the documents list every write of an operator, with who must agree by default', async () => {
  const writes = operations.filter(
    ({ safe, roles, group }) => !safe && roles.includes('operator') && group !== 'sandbox',
  )
  expect(Object.fromEntries(await documented())).toEqual(
    Object.fromEntries(writes.map(({ id }) => [id, whoMustAgree(id)])),
  )
})

it('two people of a firm agree by default to each address that its assets can be sent to', () => {
  for (const id of ['createWallet', 'changeOrderWallets']) {
    expect(names(id, defaultRules(2, 'execution')), id).toBe(true)
  }
})

it('two people of a firm agree by default to what binds it to terms, also in its own proposal', () => {
  for (const id of ['acceptAgreement', 'proposeTerms']) {
    const asked = rulesFor(id).some((name) => names(name, defaultRules(2, 'admin')))
    expect(asked, id).toBe(true)
  }
})
