import { type InvitationLink, readInvitationLink } from '@vadium/client/invitations'
import { useMemo, useState } from 'react'
import { Button } from 'react-aria-components'
import { SixWords } from '../figures/six-words.tsx'
import { ErrorText } from '../figures/states.tsx'
import type { Profile } from '../keys/profiles.ts'
import { useSixWords } from '../figures/use-six-words.ts'
import type { PageSettings } from '../service/page-settings.ts'
import {
  type InvitationOffer,
  isRefused,
  offerKey,
  type OpenedInvitation,
  reportForeignKey,
  useInvitation,
} from './opened-invitation.ts'
import { useSession } from './session.tsx'
import styles from './sign-in.module.css'

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

function Invited({ link, settings, close }: Parts & { readonly link: InvitationLink }) {
  const { opened, fault, isBusy, readAgain, take } = useInvitation(link, settings)
  const { profiles } = useSession()
  if (opened === undefined) {
    if (fault === undefined) return <p role="status">Opening the invitation …</p>
    return (
      <>
        <ErrorText error={fault} />
        {isRefused(fault) ? (
          <Ended close={close}>Ask the admin who gave you the link for a new one.</Ended>
        ) : (
          <Button className="button" isDisabled={isBusy} onPress={readAgain}>
            Try again
          </Button>
        )}
      </>
    )
  }
  const { state, offer } = opened
  const own = profiles.find(({ key }) => key.publicKey === offer?.public_key)
  if (state === 'REVOKED' || state === 'EXPIRED') {
    return <Ended close={close}>The invitation has ended. Ask your admin for a new one.</Ended>
  }
  if (state === 'PENDING' && offer !== null) {
    const accepting = { opened, offer, link, settings }
    return <Accept {...accepting} accepted={take} />
  }
  if (own === undefined || offer === null) {
    return <ForeignKey opened={opened} link={link} settings={settings} close={close} />
  }
  return (
    <>
      <Accepted state={state} offer={offer} link={link} own={own} close={close} />
      {state === 'ACCEPTED' && (
        <section className={styles['form']}>
          {fault !== undefined && <ErrorText error={fault} />}
          <Button className="button" isDisabled={isBusy} onPress={readAgain}>
            Look whether it is confirmed
          </Button>
        </section>
      )}
    </>
  )
}

function Accept({
  opened,
  offer,
  link,
  settings,
  accepted,
}: Pick<Parts, 'settings'> & {
  readonly opened: OpenedInvitation
  readonly offer: InvitationOffer
  readonly link: InvitationLink
  readonly accepted: (opened: OpenedInvitation) => void
}) {
  const { makeKey } = useSession()
  const [made, setMade] = useState<Profile>()
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<unknown>()
  const { organization_name, name, role } = offer
  const accept = async () => {
    setIsBusy(true)
    setFault(undefined)
    try {
      // After a lost answer the same key is offered again.
      const profile = made ?? (await makeKey(`${name}, ${organization_name}`))
      setMade(profile)
      accepted(await offerKey(profile.key, { opened, link, settings }))
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
        read, and shows six words. You will read them, and the address of this page, to the admin
        who gave you the link.
      </p>
      {fault !== undefined && <ErrorText error={fault} />}
      <Button className="button primary" isDisabled={isBusy} onPress={() => void accept()}>
        Make my key
      </Button>
    </section>
  )
}

function Accepted({
  state,
  offer: { organization_name, name },
  link: { invitationId },
  own,
  close,
}: Pick<Parts, 'close'> & {
  readonly state: string
  readonly offer: InvitationOffer
  readonly link: InvitationLink
  readonly own: Profile
}) {
  const { activate } = useSession()
  // The id of the link, which the admin has made: an answer cannot choose what is hashed.
  const words = useSixWords(invitationId, own.key.publicKey)
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
          <SixWords of={words} />
          <p role="status">
            Read the address in your address bar and these words to the admin who gave you the link,
            in a conversation, not in a message. This page may be closed meanwhile: the same link
            opens it again.
          </p>
        </>
      )}
    </section>
  )
}

/**
 * The invitation was accepted with a key that this browser does not have, or was used before the
 * page was opened.
 */
function ForeignKey({
  opened,
  link,
  settings,
  close,
}: Parts & { readonly opened: OpenedInvitation; readonly link: InvitationLink }) {
  const organization = opened.offer?.organization_name ?? 'your organization'
  const [report, setReport] = useState<'sending' | 'sent'>()
  const [fault, setFault] = useState<unknown>()
  const send = async () => {
    setReport('sending')
    setFault(undefined)
    try {
      await reportForeignKey({ opened, link, settings })
      setReport('sent')
    } catch (error) {
      setFault(error)
      setReport(undefined)
    }
  }
  return (
    <section className={styles['form']}>
      <p role="alert">
        {opened.offer === null
          ? 'The link has been used and confirmed. If you used it in this browser, go on and choose your key.'
          : 'The invitation was accepted with a key that this browser does not have.'}{' '}
        If that was not you, notify your admin now: somebody else has used your link.
      </p>
      {fault !== undefined && <ErrorText error={fault} />}
      {report === 'sent' ? (
        <p role="status">Notified: {organization}. Speak with your admin.</p>
      ) : (
        <Button
          className="button primary"
          isDisabled={report === 'sending'}
          onPress={() => void send()}
        >
          It was not me: notify {organization}
        </Button>
      )}
      <GoOn close={close} />
    </section>
  )
}

function Ended({ children, close }: Pick<Parts, 'close'> & { readonly children: string }) {
  return (
    <>
      <p role="alert">{children}</p>
      <GoOn close={close} />
    </>
  )
}

function GoOn({ close }: Pick<Parts, 'close'>) {
  return (
    <Button className="button" onPress={close}>
      Go on without the invitation
    </Button>
  )
}
