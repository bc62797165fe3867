import { createOrganization, setApprovalPolicy } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import { callOf, refused } from '../../harness/call.ts'

const world = new ApprovalWorld()
const { lenderAdmin, operator, secondOperator } = world
const platformAdmin = world.platform.colleague('admin')

beforeAll(() => world.start())
afterAll(() => world.close())

it('an admin of the platform does not set the policy that binds its operators', async () => {
  const rules = [rule('createOrganization')]
  await world.policy(operator, rules)
  const asked = callOf(setApprovalPolicy, { key: platformAdmin, body: { rules: [] } })
  const reply = await refused(world.service, 403, asked)
  expect(reply.reason).toBe('ROLE_NOT_PERMITTED')
  const body = { slug: 'another', name: 'Another' }
  await world.requested(callOf(createOrganization, { key: secondOperator, body }))
})

it('an admin of another organization sets its own policy', async () => {
  await world.policy(lenderAdmin, [rule('createOrder')])
})
