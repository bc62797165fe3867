import type { Organization } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Badge } from '../../figures/badge.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { TextInput } from '../../figures/text-input.tsx'
import { Instant } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { organizationsQuery } from '../../service/operator-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite, wasTaken } from '../../service/write.ts'

/** All organizations, and the first step to another one. */
export function Organizations() {
  const organizations = useRead(organizationsQuery)
  return (
    <div className={page['screen']}>
      <h1>Organizations</h1>
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
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<Organization>()
  const [name, setName] = useState('')
  const [slug, setSlug] = useState('')
  return (
    <form
      className={`panel ${page['form'] ?? ''}`}
      aria-label="New organization"
      onSubmit={(event) => {
        event.preventDefault()
        void write((options) => client.organizations.create({ name, slug }, options))
      }}
    >
      <h2>Onboard an organization</h2>
      <div className={page['fields']}>
        <TextInput
          label="Name"
          maxLength={200}
          isDisabled={isBusy}
          value={name}
          change={(text) => {
            setName(text)
            reset()
          }}
        />
        <TextInput
          label="Short name"
          placeholder="a-z, 0-9 and -"
          maxLength={63}
          isDisabled={isBusy}
          value={slug}
          change={(text) => {
            setSlug(text)
            reset()
          }}
        />
        <Button
          type="submit"
          className="button primary"
          isDisabled={isBusy || name === '' || slug === '' || wasTaken({ written })}
        >
          Create the organization
        </Button>
      </div>
      <Written
        written={written}
        done={(organization) => (
          <p>
            Next:{' '}
            <Link
              to="/operator/organizations/$organizationId"
              params={{ organizationId: organization.id }}
            >
              onboard {organization.name}
            </Link>
          </p>
        )}
      />
    </form>
  )
}
