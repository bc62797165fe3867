import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import type { Credential } from '@vadium/client'
import { invitationWords } from '@vadium/client/invitations'
import { afterEach, describe, expect, it } from 'vitest'
import { shortages } from '../../src/screens/approvals/approvers.ts'
import { withinFirm } from '../../src/service/within-firm.ts'
import { OpenedPage } from './harness/opened-page.tsx'
import { callerIn, recordedApproval, recordedService } from './harness/recorded-service.ts'

const service = recordedService('admin')
let page: OpenedPage | undefined
afterEach(async () => {
  await page?.close()
  page = undefined
})

const decided = (reason: string | null) => ({
  ...recordedApproval,
  actions: [
    { action: 'approve', available: reason === null, reason },
    { action: 'reject', available: true, reason: null },
  ],
})
async function openApproval(reason: string | null): Promise<void> {
  service.answer('approvals.get', decided(reason))
  page = await OpenedPage.open(service, `/approvals/${recordedApproval.id}`)
}

it('lists the other side of what is asked', async () => {
  page = await OpenedPage.open(service, '/approvals')
  const table = await screen.findByRole('region', { name: 'All requests' })
  const [, first] = within(table).getAllByRole('row')
  expect(first?.textContent).toContain(recordedApproval.counterparty_name)
})

describe('the page of an approval', () => {
  it('says who sends what to whom, between which wallets, and the coverage afterwards', async () => {
    await openApproval(null)
    const { resolved } = recordedApproval
    const meaning = screen.getByRole('region', { name: 'What it means' })
    const ownId = callerIn('admin').organization.id
    for (const { sender, receiver, token } of resolved.movements) {
      const named = [sender, receiver].flatMap((party) => [
        party.organization_id === ownId ? /\b(?:We|us)\b/ : party.organization_name,
        withinFirm(party.wallet_name ?? 'a wallet that is not named yet', party.organization_name),
      ])
      for (const text of [...named, token]) {
        await waitFor(() => expect(meaning.textContent).toMatch(text))
      }
    }
    expect(meaning.textContent).toContain(resolved.counterparty_name)
    expect(within(meaning).getByText(/^Coverage/, { selector: 'p' }).textContent).toContain(
      `${resolved.coverage.after_percent} %`,
    )
  })

  it('shows each deal of a call set, with its amount and its coverage now and after', async () => {
    const { resolved } = recordedApproval
    const ofSet = { order_id: null, order_id_pretty: null, position_id: null, coverage: null }
    const deal = { order_id: recordedApproval.id, position_id: recordedApproval.id, reason: null }
    const calls = [
      {
        ...{ ...deal, order_id_pretty: 1030, token: 'BTC', quantity: '0.10000417' },
        ...{ notional_usd: '6000.24', before_percent: '149.39', after_percent: '150.00' },
      },
    ]
    service.answer('approvals.get', {
      ...recordedApproval,
      operation: 'acceptCallSet',
      resolved: { ...resolved, ...ofSet, calls },
    })
    page = await OpenedPage.open(service, `/approvals/${recordedApproval.id}`)
    const meaning = await screen.findByRole('region', { name: 'What it means' })
    const [, row] = within(meaning).getAllByRole('row')
    expect(row?.textContent).toMatch(/1030.*0\.10000417.*6,?000\.24.*149\.39.*150\.00.*no/)
    expect(meaning.textContent).not.toContain('not created yet')
  })

  it('folds the signed request and its hash, with all their members', async () => {
    await openApproval(null)
    const signed = screen.getByText(/^The signed request/).closest('details')
    expect(signed?.open).toBe(false)
    expect(signed?.textContent).toContain('asset_quantity')
  })

  it('shows who would be let in by the confirmation of an invitation, with the words of the key', async () => {
    const invitationId = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
    const public_key = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
    const stated = { public_key, account_id: recordedApproval.id, name: 'Ada Byron', role: 'admin' }
    service.answer('approvals.get', {
      ...recordedApproval,
      operation: 'confirmInvitation',
      resolved: null,
      request: {
        method: 'POST',
        path: `/v1/invitations/${invitationId}:confirm`,
        body: JSON.stringify(stated),
      },
    })
    page = await OpenedPage.open(service, `/approvals/${recordedApproval.id}`)
    const meaning = await screen.findByRole('region', { name: 'What it means' })
    for (const shown of ['Ada Byron', 'Administrator', recordedApproval.id]) {
      expect(within(meaning).getByText(shown)).toBeDefined()
    }
    const words = await invitationWords(invitationId, public_key)
    await waitFor(() => expect(meaning.textContent).toContain(words.join('')))
    expect(screen.getByText(/^The signed request: /).closest('details')?.open).toBe(false)
  })

  it('says why the caller may not approve, beside a button that cannot be pressed', async () => {
    const why = 'one person may hold this account and that of the requester'
    await openApproval(why)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(true)
    expect(screen.getByText(`You may not approve it: ${why}`)).toBeDefined()
  })

  it('says nothing of that once it is decided', async () => {
    const why = 'approve is not possible while the approval is APPROVED'
    service.answer('approvals.get', { ...decided(why), state: 'APPROVED' })
    page = await OpenedPage.open(service, `/approvals/${recordedApproval.id}`)
    await screen.findByRole('region', { name: 'Decision' })
    expect(screen.queryByText(/is not possible/)).toBeNull()
  })
})

const now = Date.parse('2026-03-02T12:00:00.000Z')
const key = (account_id: string, role: string, create_time: string): Credential => ({
  id: account_id,
  organization_id: 'harbor',
  account_id,
  role,
  public_key: '',
  create_time,
  expire_time: null,
  revoke_time: null,
  last_use_time: null,
})
const before = '2026-01-01T00:00:00.000Z'
const orders = { operation: 'createOrder', approvals: 1, withinSeconds: 86_400 }

describe('a rule for which too few accounts exist', () => {
  it('is found where only one account may do the operation', () => {
    const keys = [key('ann', 'execution', before), key('ben', 'viewer', before)]
    expect(shortages([orders], keys, now)).toEqual([
      { operation: 'createOrder', accounts: 1, needed: 2, recent: 0 },
    ])
  })

  it('is found where the other account has its key from within the time to decide', () => {
    const keys = [key('ann', 'admin', before), key('ben', 'execution', '2026-03-02T11:00:00.000Z')]
    expect(shortages([orders], keys, now)).toEqual([
      { operation: 'createOrder', accounts: 2, needed: 2, recent: 1 },
    ])
  })

  it('is none where another account has had its key for longer', () => {
    const keys = [key('ann', 'admin', before), key('ben', 'execution', before)]
    expect(shortages([orders], keys, now)).toEqual([])
    const revoked = keys.map((one) => ({ ...one, revoke_time: before }))
    expect(shortages([orders], revoked, now)).toHaveLength(1)
  })

  it('is warned of while a policy is typed', async () => {
    service.answer('credentials.list', {
      credentials: [callerIn('admin').credential],
    })
    page = await OpenedPage.open(service, '/approvals/policy')
    expect(await screen.findByText(/It could not be carried out\.$/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Remove rule 1' }))
    await waitFor(() => {
      expect(screen.queryByText(/It could not be carried out\.$/)).toBeNull()
    })
  })
})
