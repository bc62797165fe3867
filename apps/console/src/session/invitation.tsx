import { createWebKey, proveWebKey, VadiumClient, webKeySigner } from '@vadium/client'
import { type InvitationLink, readInvitationLink } from '@vadium/client/invitations'
import { acceptInvitation, openInvitation } from '@vadium/schema'
import { useEffect, useMemo, useState } from 'react'
import { Button } from 'react-aria-components'
import { SixWords } from '../figures/six-words.tsx'
import { ErrorText } from '../figures/states.tsx'
import type { Profile } from '../keys/profiles.ts'
import type { PageSettings } from '../service/page-settings.ts'
import { useSession } from './session.tsx'
import styles from './sign-in.module.css'

/** What the page shows of an invitation. A newer service may have other states and roles. */
interface OpenedInvitation {
  readonly id: string
  readonly organization_id: string
  readonly organization_name: string
  readonly account_id: string
  readonly installation_id: string
  readonly name: string
  readonly role: string
  readonly state: string
  readonly public_key: string | null
}

interface Parts {
  readonly settings: PageSettings
  readonly close: () => void
}

/** What a colleague sees who opens the link of an invitation. */
export function InvitationPage({ fragment, ...parts }: Parts & { readonly fragment: string }) {
  const link = useMemo(() => readInvitationLink(fragment), [fragment])
  return (
    <main className={styles['page']}>
      <h1>Vadium</h1>
      {link === undefined ? (
        <Ended close={parts.close}>
          The link is not complete. Copy the whole of it into the address.
        </Ended>
      ) : (
        <Invited link={link} {...parts} />
      )}
    </main>
  )
}

const readAgainMs = 10_000

function Invited({ link, settings, close }: Parts & { readonly link: InvitationLink }) {
  const [opened, setOpened] = useState<OpenedInvitation>()
  const [fault, setFault] = useState<unknown>()
  const { profiles } = useSession()
  const isAwaited = opened === undefined || opened.state === 'ACCEPTED'
  useEffect(() => {
    if (!isAwaited) return undefined
    let isLeft = false
    const read = async () => {
      try {
        const client = clientOf(settings, await createWebKey())
        const { invitationId, secret } = link
        const params = { invitation_id: invitationId }
        const answer = await client.request(openInvitation, { params, body: { secret } })
        if (isLeft) return
        setOpened(answer)
        setFault(undefined)
      } catch (error) {
        if (!isLeft) setFault(error)
      }
    }
    void read()
    const timer = setInterval(() => void read(), readAgainMs)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [isAwaited, link, settings])
  if (opened === undefined) {
    return fault === undefined ? (
      <p role="status">Opening the invitation …</p>
    ) : (
      <>
        <ErrorText error={fault} />
        <Ended close={close}>Ask the admin who gave you the link for a new one.</Ended>
      </>
    )
  }
  const own = profiles.find(({ key }) => key.publicKey === opened.public_key)
  if (opened.state === 'PENDING') {
    return <Accept opened={opened} link={link} settings={settings} accepted={setOpened} />
  }
  if (opened.state === 'REVOKED' || opened.state === 'EXPIRED') {
    return <Ended close={close}>The invitation has ended. Ask your admin for a new one.</Ended>
  }
  if (own === undefined) {
    return (
      <Ended close={close}>
        The invitation was accepted with a key that this browser does not have. If that was not you,
        notify your admin now: somebody else has used your link.
      </Ended>
    )
  }
  return <Accepted opened={opened} own={own} close={close} />
}

const clientOf = (settings: PageSettings, key: Profile['key']) =>
  new VadiumClient({ baseUrl: settings.serviceUrl, signer: webKeySigner(key) })

function Accept({
  opened,
  link: { invitationId, secret },
  settings,
  accepted,
}: Pick<Parts, 'settings'> & {
  readonly opened: OpenedInvitation
  readonly link: InvitationLink
  readonly accepted: (opened: OpenedInvitation) => void
}) {
  const { makeKey } = useSession()
  const [made, setMade] = useState<Profile>()
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const { organization_name, organization_id, account_id, name, role, installation_id } = opened
  const accept = async () => {
    setIsBusy(true)
    setFault(undefined)
    try {
      // After a lost answer the same key is offered again.
      const profile = made ?? (await makeKey(`${name}, ${organization_name}`))
      setMade(profile)
      const enrolment = {
        installationId: installation_id,
        organizationId: organization_id,
        accountId: account_id,
      }
      const proof = await proveWebKey(profile.key, enrolment)
      const client = clientOf(settings, profile.key)
      const params = { invitation_id: invitationId }
      accepted(await client.request(acceptInvitation, { params, body: { secret, proof } }))
    } catch (error) {
      setFault(error)
    }
    setIsBusy(false)
  }
  return (
    <section className={styles['form']}>
      <h2>
        {organization_name} invites {name}
      </h2>
      <p>
        You will work with the role {role}. One press makes a key in this browser, which nobody can
        read, and shows six words. Read them to the admin who gave you the link.
      </p>
      {fault !== undefined && <ErrorText error={fault} />}
      <Button className="button primary" isDisabled={isBusy} onPress={() => void accept()}>
        Make my key
      </Button>
    </section>
  )
}

function Accepted({
  opened: { id, organization_name, name, state },
  own,
  close,
}: Pick<Parts, 'close'> & { readonly opened: OpenedInvitation; readonly own: Profile }) {
  const { activate } = useSession()
  const isConfirmed = state === 'CONFIRMED'
  return (
    <section className={styles['form']}>
      <h2>
        {isConfirmed ? `${organization_name} has confirmed your key` : 'Read these words out'}
      </h2>
      {isConfirmed ? (
        <>
          <p role="status">
            You can work now. Your key is in this browser alone: if you lose it, ask an admin to
            invite you again.
          </p>
          <Button
            className="button primary"
            onPress={() => {
              close()
              void activate(own.id)
            }}
          >
            Work as {name}
          </Button>
        </>
      ) : (
        <>
          <SixWords invitationId={id} publicKey={own.key.publicKey} />
          <p role="status">
            Read them to the admin who gave you the link, in a conversation, not in a message. This
            page goes on when the admin has confirmed them. It may be closed meanwhile.
          </p>
        </>
      )}
    </section>
  )
}

function Ended({ children, close }: Pick<Parts, 'close'> & { readonly children: string }) {
  return (
    <>
      <p role="alert">{children}</p>
      <Button className="button" onPress={close}>
        Go on without the invitation
      </Button>
    </>
  )
}
