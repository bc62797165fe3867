import type { Organization } from '@vadium/client'
import { createOrganization } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../figures/badge.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { organizationsQuery } from '../../service/operator-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

/** All organizations, and the first step to another one. */
export function Organizations() {
  const organizations = useRead(organizationsQuery)
  return (
    <div className={page['screen']}>
      <Title>Organizations</Title>
      <NewOrganization />
      <Read of={organizations} what="the organizations" none="There is no organization yet.">
        {(all) => <OrganizationRows organizations={all} />}
      </Read>
    </div>
  )
}

export function OrganizationStatus({ organization }: { readonly organization: Organization }) {
  return (
    <Badge tone={organization.status === 'active' ? 'covered' : 'liquidation'}>
      {organization.status}
    </Badge>
  )
}

const columns: readonly Column<Organization>[] = [
  {
    id: 'name',
    name: 'Name',
    isPinned: true,
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link to="/operator/organizations/$organizationId" params={{ organizationId: id }}>
        {name}
      </Link>
    ),
  },
  { id: 'slug', name: 'Short name', value: ({ slug }) => slug },
  {
    id: 'state',
    name: 'State',
    groups: true,
    value: ({ status }) => status,
    cell: (organization) => <OrganizationStatus organization={organization} />,
  },
  { id: 'created', name: 'Created, UTC', kind: 'time', value: ({ create_time: time }) => time },
]

function OrganizationRows({ organizations }: { readonly organizations: readonly Organization[] }) {
  return (
    <OwnTable
      name="Organizations"
      what="organizations"
      columns={columns}
      rows={organizations}
      idOf={({ id }) => id}
    />
  )
}

function NewOrganization() {
  const { organizations } = useClient()
  const form = useForm({
    schema: createOrganization.body,
    send: (body, options) => organizations.create(body, options),
  })
  return (
    <Form
      of={form}
      name="New organization"
      title="Onboard an organization"
      action="Create the organization"
      className={`panel ${page['form'] ?? ''}`}
      done={({ id, name }) => (
        <p>
          Next:{' '}
          <Link to="/operator/organizations/$organizationId" params={{ organizationId: id }}>
            onboard {name}
          </Link>
        </p>
      )}
    >
      <div className={page['fields']}>
        <FormInput of={form} name="name" label="Name" />
        <FormInput of={form} name="slug" label="Short name" placeholder="a-z, 0-9 and -" />
      </div>
    </Form>
  )
}
