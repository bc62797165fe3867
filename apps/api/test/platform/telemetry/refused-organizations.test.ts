import { expect, it } from 'vitest'
import { Metrics } from '../../../src/platform/telemetry/metrics.ts'
import { RefusedOrganizations } from '../../../src/platform/telemetry/refused-organizations.ts'

it('counts the refusals of a hundred organizations by themselves, and of the others together', async () => {
  const metrics = new Metrics()
  const refused = new RefusedOrganizations(metrics)
  for (let n = 0; n < 103; n += 1) refused.refusedTo(`org-${n}`)
  for (const organizationId of ['org-0', 'org-102', undefined]) refused.refusedTo(organizationId)
  const { values } = await metrics.of('vadium_organization_refusals_total').get()
  const counts = new Map(values.map(({ labels, value }) => [labels.organization, value]))
  expect(counts.size).toBe(102)
  const some = ['org-0', 'org-99', 'org-100', 'others', 'unknown'].map((name) => counts.get(name))
  expect(some).toEqual([2, 1, undefined, 4, 1])
})
