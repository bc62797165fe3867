import type { AuditEntryList, Invitation } from '@vadium/client'
import { invitationWords } from '@vadium/client/invitations'
import { acceptInvitation, openInvitation } from '@vadium/schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { refusal } from '@vadium/client/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import recorded from '../../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { violations } from './harness/axe.ts'
import { forgetKeys, OpenedPage } from './harness/opened-page.tsx'
import { answerOpen, callerIn, recordedService } from './harness/recorded-service.ts'

const service = recordedService('admin')
const secret = 'Zm9yIGV4YW1wbGVzIG9ubHksIG5vdCBhIHNlY3JldCE'
const recordedInvitation = recorded.operations.getInvitation.answer as Invitation
const { id, account_id, organization_id, name, role } = recordedInvitation
const offer = {
  account_id,
  organization_id,
  name,
  role,
  expire_time: recordedInvitation.expire_time,
  public_key: null,
  organization_name: 'Harbor Bank Treasury',
  installation_id: id,
}
const opened = { id, state: 'PENDING', offer }
const acceptedWith = (public_key: string) => ({
  id,
  state: 'ACCEPTED',
  offer: { ...offer, public_key },
})

let page: OpenedPage
afterEach(() => page.close())

const sent = (method: string) => service.requests.filter((request) => request.method === method)
const shownWords = () =>
  [...screen.getByRole('list', { name: 'Six words' }).querySelectorAll('li')].map(
    ({ textContent }) => textContent,
  )

describe('the page of a colleague', () => {
  const open = async (answer: object) => {
    answerOpen(service, openInvitation, answer)
    page = await OpenedPage.load(service, `/#invitation=${id}.${secret}`)
  }
  beforeEach(forgetKeys)

  it('makes a key with one press, and shows the words of exactly that key, also after a reload', async () => {
    await open(opened)
    await screen.findByRole('heading', { name: `Harbor Bank Treasury invites ${name}` })
    expect(location.href).not.toContain(secret)
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain(secret)
    expect(await violations()).toEqual([])
    answerOpen(service, acceptInvitation, acceptedWith(secret))
    fireEvent.click(screen.getByRole('button', { name: 'Make my key' }))
    // The answer names a key that is not of this browser.
    await screen.findByText(/notify your admin now: somebody else has used your link/)
    const [accepted] = sent('invitations.accept')
    answerOpen(service, acceptInvitation, refusal('INVALID_STATE'))
    fireEvent.click(screen.getByRole('button', { name: /^It was not me/ }))
    await screen.findByText(/^Notified: Harbor Bank Treasury\./)
    const offered = sent('invitations.accept').map(({ body }) => JSON.stringify(body))
    expect(new Set(offered).size).toBe(2)
    const { proof, secret: given } = (accepted?.body ?? {}) as Readonly<Record<string, string>>
    expect(given).toBe(secret)
    const [publicKey = ''] = (proof ?? '').split('.')

    await page.close()
    await open(acceptedWith(publicKey))
    await waitFor(async () => expect(shownWords()).toEqual(await invitationWords(id, publicKey)))
    expect(await violations()).toEqual([])

    answerOpen(service, openInvitation, { id, state: 'CONFIRMED', offer: null })
    fireEvent.click(screen.getByRole('button', { name: 'Look whether it is confirmed' }))
    fireEvent.click(await screen.findByRole('button', { name: `Work as ${name}` }))
    await page.isRead()
  })

  it('asks again only when somebody presses the button, and not what was refused', async () => {
    const before = sent('invitations.open').length
    vi.useFakeTimers({ toFake: ['setInterval'] })
    try {
      await open(refusal('ROLE_NOT_PERMITTED'))
      const again = await screen.findByRole('button', { name: 'Try again' })
      const tried = sent('invitations.open').length
      vi.advanceTimersByTime(30_000)
      answerOpen(service, openInvitation, refusal('INVITATION_NOT_FOUND'))
      fireEvent.click(again)
      await screen.findByText(/Ask the admin who gave you the link/)
      expect(sent('invitations.open').slice(before)).toHaveLength(tried - before + 1)
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('lets a colleague who comes after a confirmation notify the organization', async () => {
    await open({ id, state: 'CONFIRMED', offer: null })
    await screen.findByText(/^The link has been used and confirmed\./)
    const before = sent('invitations.accept').length
    answerOpen(service, acceptInvitation, refusal('INVALID_STATE'))
    fireEvent.click(screen.getByRole('button', { name: 'It was not me: notify your organization' }))
    await screen.findByText(/^Notified: your organization\./)
    expect(sent('invitations.accept')).toHaveLength(before + 1)
  })

  it('refuses the answer of another invitation, whose words would be others', async () => {
    await open({ ...acceptedWith(secret), id: account_id })
    await screen.findByText(/of another invitation/)
  })

  it.each([
    ['is cut off', `invitation=${id}.short`, /not complete/],
    ['has ended', undefined, /has ended/],
  ])('says so where the link %s', async (_how, fragment, text) => {
    answerOpen(service, openInvitation, { id, state: 'EXPIRED', offer: null })
    const before = sent('invitations.accept').length
    page = await OpenedPage.load(service, `/#${fragment ?? `invitation=${id}.${secret}`}`)
    await screen.findByText(text)
    expect(location.hash).toBe('')
    expect(sent('invitations.accept')).toHaveLength(before)
    fireEvent.click(screen.getByRole('button', { name: 'Go on without the invitation' }))
    await screen.findByRole('heading', { name: 'Make a key in this browser' })
  })
})

describe('the screen of the admin', () => {
  it('shows the address and the words of the accepted key, and confirms exactly that key', async () => {
    const creator_account_id = callerIn('admin').account.id
    const publicKey = recordedInvitation.public_key ?? ''
    service.answer('invitations.list', {
      invitations: [{ ...recordedInvitation, state: 'ACCEPTED', creator_account_id }],
    })
    page = await OpenedPage.open(service, '/credentials')
    fireEvent.click(await screen.findByRole('button', { name: `Compare the words of ${name}` }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(`${location.origin}/console/`)
    await waitFor(async () => expect(shownWords()).toEqual(await invitationWords(id, publicKey)))
    expect(sent('invitations.confirm')).toHaveLength(0)
    fireEvent.click(dialog.getByRole('button', { name: 'The address and the words are the same' }))
    await waitFor(() =>
      expect(sent('invitations.confirm')[0]?.body).toEqual({
        public_key: publicKey,
        account_id,
        name,
        role,
      }),
    )
  })

  it('revokes an expired invitation, which may be open again, and no confirmed one', async () => {
    service.answer('invitations.list', {
      invitations: [
        { ...recordedInvitation, state: 'EXPIRED' },
        { ...recordedInvitation, id: account_id, state: 'CONFIRMED' },
      ],
    })
    page = await OpenedPage.open(service, '/credentials')
    const table = within(await screen.findByRole('region', { name: 'Invitations' }))
    const [revoke, ...others] = await table.findAllByRole('button', { name: /^Revoke/ })
    expect(others).toEqual([])
    if (revoke !== undefined) fireEvent.click(revoke)
    const asked = within(await screen.findByRole('group', { name: /^Revoke the invitation/ }))
    fireEvent.click(asked.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(sent('invitations.revoke')).toHaveLength(1))
  })

  it('cannot confirm a key whose words could not be computed', async () => {
    const creator_account_id = callerIn('admin').account.id
    const invitation = { ...recordedInvitation, state: 'ACCEPTED' as const, creator_account_id }
    service.answer('invitations.list', { invitations: [invitation] })
    const digest = crypto.subtle.digest.bind(crypto.subtle)
    const spy = vi.spyOn(crypto.subtle, 'digest').mockImplementation(async (algorithm, data) => {
      const text = new TextDecoder().decode(data)
      if (text.startsWith('vadium-invitation|')) throw new Error('no words today')
      return digest(algorithm, data)
    })
    try {
      page = await OpenedPage.open(service, '/credentials')
      fireEvent.click(await screen.findByRole('button', { name: `Compare the words of ${name}` }))
      await screen.findByText(/no words today/)
      const button = screen.getByRole('button', { name: /words are the same$/ })
      expect(button.hasAttribute('disabled')).toBe(true)
    } finally {
      spy.mockRestore()
    }
  })

  it('shows the link of a new invitation once, with the secret in its fragment', async () => {
    const { invitation } = recorded.operations.createInvitation.answer as { invitation: Invitation }
    service.answer('invitations.create', { invitation, secret })
    page = await OpenedPage.open(service, '/credentials')
    const form = within(await screen.findByRole('form', { name: 'Invite a colleague' }))
    fireEvent.input(form.getByLabelText('Name'), { target: { value: 'Ada Byron' } })
    fireEvent.change(form.getByLabelText('Role'), { target: { value: 'execution' } })
    fireEvent.submit(screen.getByRole('form', { name: 'Invite a colleague' }))
    await screen.findByText(`${location.origin}/console/#invitation=${invitation.id}.${secret}`)
  })

  it('reads in the audit trail that a link was used, and that no credential did it', async () => {
    const { audit_entries } = recorded.operations.listAuditEntries.answer as AuditEntryList
    const used = { kind: 'request', credential_id: null, event: 'openInvitation' } as const
    service.answer('audit.list', {
      audit_entries: audit_entries.slice(0, 1).map((entry) => ({ ...entry, ...used })),
    })
    page = await OpenedPage.open(service, '/audit')
    const table = within(await screen.findByRole('table'))
    await table.findByText('Open an invitation')
    await table.findByText('the holder of a link')
  })
})
