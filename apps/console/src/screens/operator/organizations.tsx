import type { Organization } from '@vadium/client'
import { createOrganization } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../figures/badge.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { organizationsQuery } from '../../service/operator-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'

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

function OrganizationRows({ organizations }: { readonly organizations: readonly Organization[] }) {
  return (
    <TableScroll name="Organizations">
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Short name</th>
            <th>State</th>
            <th>Created</th>
          </tr>
        </thead>
        <tbody>
          {organizations.map((organization) => (
            <tr key={organization.id}>
              <td className="cut" title={organization.name}>
                <Link
                  to="/operator/organizations/$organizationId"
                  params={{ organizationId: organization.id }}
                >
                  {organization.name}
                </Link>
              </td>
              <td>{organization.slug}</td>
              <td>
                <OrganizationStatus organization={organization} />
              </td>
              <td>
                <Instant at={organization.create_time} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
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
