import {
  createWebKey,
  proveWebKey,
  VadiumClient,
  VadiumError,
  type WebKey,
  webKeySigner,
} from '@vadium/client'
import { invitationEnrolment, type InvitationLink } from '@vadium/client/invitations'
import { acceptInvitation, openInvitation } from '@vadium/schema'
import { useCallback, useEffect, useState } from 'react'
import type { PageSettings } from '../service/page-settings.ts'

/** What a colleague is invited to. A newer service may have other roles. */
export interface InvitationOffer {
  readonly organization_id: string
  readonly organization_name: string
  readonly account_id: string
  readonly installation_id: string
  readonly name: string
  readonly role: string
  readonly public_key: string | null
}

/** What the page shows of an invitation. A newer service may have other states. */
export interface OpenedInvitation {
  readonly id: string
  readonly state: string
  /** Null if it had ended when the page was opened. */
  readonly offer: InvitationOffer | null
}

interface OfferedKey {
  readonly opened: OpenedInvitation
  readonly link: InvitationLink
  readonly settings: PageSettings
}

/**
 * The invitation of a link, read once. It is read again only when somebody asks: each reading
 * counts against a limit that a whole office may share.
 */
export function useInvitation(link: InvitationLink, settings: PageSettings) {
  const [opened, setOpened] = useState<OpenedInvitation>()
  const [fault, setFault] = useState<unknown>()
  const [isBusy, setIsBusy] = useState(true)
  // An invitation that has ended is answered without what the page knows by then.
  const take = useCallback((answer: OpenedInvitation) => {
    setOpened((before) => ({ ...answer, offer: answer.offer ?? before?.offer ?? null }))
  }, [])
  const read = useCallback(async () => {
    try {
      take(await openLink(link, settings))
      setFault(undefined)
    } catch (error) {
      setFault(error)
    }
    setIsBusy(false)
  }, [link, settings, take])
  useEffect(() => {
    void read()
  }, [read])
  const readAgain = () => {
    setIsBusy(true)
    void read()
  }
  return { opened, fault, isBusy, readAgain, take }
}

/** Whether the service has refused it, so that it would refuse it again. */
export function isRefused(fault: unknown): boolean {
  const reasons = ['INVITATION_NOT_FOUND', 'INVALID_STATE']
  return fault instanceof VadiumError && reasons.includes(fault.reason)
}

async function openLink(link: InvitationLink, settings: PageSettings): Promise<OpenedInvitation> {
  const client = clientOf(settings, await createWebKey())
  const params = { invitation_id: link.invitationId }
  const body = { secret: link.secret }
  return ofLink(link, await client.request(openInvitation, { params, body }))
}

/** @throws VadiumError if another key was accepted before. */
export async function offerKey(
  key: WebKey,
  { opened, link, settings }: OfferedKey,
): Promise<OpenedInvitation> {
  const proof = await proveWebKey(key, invitationEnrolment(opened))
  const params = { invitation_id: link.invitationId }
  const body = { secret: link.secret, proof }
  const answer = await clientOf(settings, key).request(acceptInvitation, { params, body })
  return ofLink(link, answer)
}

/**
 * Offers a key that is kept nowhere. The service refuses it, because another one was accepted, and
 * notifies the organization.
 */
export async function reportForeignKey(offered: OfferedKey): Promise<void> {
  try {
    await offerKey(await createWebKey(), offered)
  } catch (error) {
    if (error instanceof VadiumError && error.reason === 'INVALID_STATE') return
    throw error
  }
}

function ofLink({ invitationId }: InvitationLink, answer: OpenedInvitation): OpenedInvitation {
  if (answer.id !== invitationId) throw new Error('the answer is of another invitation')
  return answer
}

const clientOf = (settings: PageSettings, key: WebKey) =>
  new VadiumClient({ baseUrl: settings.serviceUrl, signer: webKeySigner(key) })
