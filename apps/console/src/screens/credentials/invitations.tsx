import type { Invitation } from '@vadium/client'
import { createInvitation, invitedRoles, roleDescriptions } from '@vadium/schema'
import { useState } from 'react'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { MorePages } from '../../figures/more-pages.tsx'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { invitationPagesQuery } from '../../service/credential-queries.ts'
import { pageSizeMax } from '../../service/pages.ts'
import { usePages } from '../../service/read.ts'
import { roleOption } from '../../service/role-names.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { useWrite } from '../../service/write.ts'
import { ConfirmInvitation } from './confirm-invitation.tsx'
import { InvitationRows } from './invitation-rows.tsx'
import { InvitedLink } from './invited-link.tsx'

/** Colleagues who are invited to the organization, and a form for another one. */
export function Invitations() {
  const client = useClient()
  const pages = usePages(invitationPagesQuery)
  const { written, isBusy, write } = useWrite<Invitation>()
  const [confirmedId, setConfirmedId] = useState<string>()
  const confirmed = pages.data?.find(({ id }) => id === confirmedId)
  return (
    <section className={page['form']}>
      <NewInvitation />
      <Read of={pages} what="the invitations" none="Nobody has been invited yet.">
        {(invitations) => (
          <InvitationRows
            invitations={invitations}
            pages={pages}
            readAll={(signal) => client.invitations.list({ page_size: pageSizeMax }, { signal })}
            isBusy={isBusy}
            confirm={({ id }) => {
              setConfirmedId(id)
            }}
            revoke={({ id }) => {
              void write((options) => client.invitations.revoke(id, options))
            }}
          />
        )}
      </Read>
      <MorePages of={pages}>Older invitations</MorePages>
      <Written
        written={written}
        done={({ name }) => <p>The link of {name} is refused from now on.</p>}
      />
      {confirmed !== undefined && (
        <ConfirmInvitation
          key={confirmed.id}
          invitation={confirmed}
          close={() => {
            setConfirmedId(undefined)
          }}
        />
      )}
    </section>
  )
}

const isDescribed = (role: unknown): role is keyof typeof roleDescriptions =>
  typeof role === 'string' && Object.hasOwn(roleDescriptions, role)

function NewInvitation() {
  const { invitations } = useClient()
  const form = useForm({
    schema: createInvitation.body,
    offers: () => ({ role: invitedRoles.map(roleOption) }),
    send: (body, options) => invitations.create(body, options),
  })
  const role = form.draft['role']
  return (
    <Form
      of={form}
      name="Invite a colleague"
      title="Invite a colleague"
      action="Create the link"
      className={`panel ${page['form'] ?? ''}`}
      done={(created) => <InvitedLink created={created} />}
    >
      <p className={page['fine']}>
        Your colleague opens the link, presses one button, and reads six words to you. A colleague
        who has lost a key is invited again: revoke the lost key below.
      </p>
      <div className={page['fields']}>
        <FormInput of={form} name="name" label="Name" />
        <FormInput of={form} name="role" label="Role" />
      </div>
      {isDescribed(role) && <p className={page['fine']}>{roleDescriptions[role]}</p>}
    </Form>
  )
}
