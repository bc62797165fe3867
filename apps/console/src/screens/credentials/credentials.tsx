import type { Credential } from '@vadium/client'
import { createCredential, createInvitation } from '@vadium/schema'
import { useState } from 'react'
import { later } from '../../figures/later.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { Title } from '../../figures/title.tsx'
import { credentialPagesQuery } from '../../service/credential-queries.ts'
import { pageSizeMax } from '../../service/pages.ts'
import { useMay } from '../../service/people.ts'
import { usePages } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { CredentialRows } from './credential-rows.tsx'
import { NewCredential } from './new-credential.tsx'
import { RotateCredential } from './rotate-credential.tsx'

/** Most views of this screen are those of somebody who does not invite. */
const Invitations = later(
  async () => (await import('./invitations.tsx')).Invitations,
  'the invitations',
)

/** The keys with which the accounts of the organization act. */
export function Credentials() {
  const mayCreate = useMay(createCredential)
  const mayInvite = useMay(createInvitation)
  return (
    <div className={page['screen']}>
      <Title>Credentials</Title>
      {mayInvite && <Invitations />}
      <CredentialList />
      {mayCreate && <NewCredential />}
    </div>
  )
}

/** The credentials of an organization, or of all that the caller sees. */
export function CredentialList({ organizationId }: { readonly organizationId?: string }) {
  const client = useClient()
  const pages = usePages(credentialPagesQuery, organizationId)
  const { written, isBusy, write } = useWrite<Credential>()
  const [rotatedId, setRotatedId] = useState<string>()
  const rotated = pages.data?.find(({ id }) => id === rotatedId)
  return (
    <section className={page['form']}>
      <Read of={pages} what="the credentials" none="There is no credential.">
        {(credentials) => (
          <CredentialRows
            credentials={credentials}
            pages={pages}
            readAll={(signal) =>
              client.credentials.list(
                { organization_id: organizationId, page_size: pageSizeMax },
                { signal },
              )
            }
            isBusy={isBusy}
            rotate={({ id }) => {
              setRotatedId(id)
            }}
            revoke={({ id }) => {
              void write((options) => client.credentials.revoke(id, options))
            }}
          />
        )}
      </Read>
      <MorePages of={pages}>Older credentials</MorePages>
      <Written
        written={written}
        done={({ public_key }) => (
          <p>
            The key <code>{public_key}</code> is refused from now on.
          </p>
        )}
      />
      {rotated !== undefined && (
        <RotateCredential
          key={rotated.id}
          credential={rotated}
          close={() => {
            setRotatedId(undefined)
          }}
        />
      )}
    </section>
  )
}
