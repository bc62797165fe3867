import { randomUUID } from 'node:crypto'
import { createOrganization, listOrganizations } from '@vadium/schema'
import type { Key } from './book.ts'
import { succeed } from './call.ts'
import type { RunningService } from './service.ts'

/** Organizations that an operator creates in a service and lists there, by their short names. */
export function createdOrganizations(service: () => RunningService, operator: Key) {
  return {
    newOrganization: async (): Promise<string> => {
      const slug = `org-${randomUUID()}`
      await succeed(service(), createOrganization, { key: operator, body: { slug, name: slug } })
      return slug
    },
    slugs: async (): Promise<string[]> => {
      const query = { page_size: 200 }
      const page = await succeed(service(), listOrganizations, { key: operator, query })
      return page.organizations.map(({ slug }) => slug)
    },
  }
}
