import { generateWebKeyPair, type KeyPair } from '@vadium/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { violations } from './harness/axe.ts'
import { viewsEntry } from '../../src/keys/kept-of-keys.ts'
import { forgetKeys, fragmentOf, OpenedPage } from './harness/opened-page.tsx'
import { callerIn, recordedService } from './harness/recorded-service.ts'

const service = recordedService('execution')
let lender: KeyPair
let borrower: KeyPair
let page: OpenedPage

/** Loads the page again in the same browser, as in a new tab or after a reload. */
async function load(fragment = ''): Promise<void> {
  await page.close()
  page = await OpenedPage.load(service, `/#${fragment}`)
}

beforeEach(async () => {
  forgetKeys()
  ;[lender, borrower] = await Promise.all([generateWebKeyPair(), generateWebKeyPair()])
  page = await OpenedPage.load(service, `/#${fragmentOf(lender.privateKey, 'Lender')}`)
  await page.isRead()
})
afterEach(() => page.close())

describe('a hostile address', () => {
  it('cannot name its key like one of this browser: the public key is shown', async () => {
    await load(fragmentOf(borrower.privateKey, 'Lender\u202E\n' + 'x'.repeat(500)))
    await screen.findByText(borrower.publicKey)
    screen.getByText(/^This browser does not have that key\./)
    expect(document.querySelector('q')?.textContent).toMatch(/^Lenderx{1,80}$/)
    fireEvent.click(screen.getByRole('button', { name: 'Ignore it' }))
    await page.isRead()
    expect(screen.queryByText(borrower.publicKey)).toBe(null)
  })

  it('is said to have a key that the browser has, under the name that it has here', async () => {
    await load(fragmentOf(lender.privateKey, 'Somebody else'))
    await screen.findByText(/^This browser has that key, under the name/)
    expect([...document.querySelectorAll('q')].at(-1)?.textContent).toBe('Lender')
    expect(await violations()).toEqual([])
  })

  it.each(['key=short', 'key=', `label=x&key=${'A'.repeat(43)}%00`])(
    'leaves no key in the address and changes nothing with #%s',
    async (fragment) => {
      await load(fragment)
      await page.isRead()
      expect(location.href).not.toContain('key=')
    },
  )
})

it('stays locked in a tab that slept through the lock, and wakes with the choice that it had', async () => {
  const item = 'vadium-console-profile'
  const choice = sessionStorage.getItem(item) ?? ''
  fireEvent.click(screen.getByRole('button', { name: 'Lock' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Work with Lender' }))
  await screen.findByRole('button', { name: 'Lock' })
  sessionStorage.setItem(item, choice)
  await load()
  await screen.findByRole('heading', { name: 'Keys of this browser' })
  expect(screen.queryByRole('navigation')).toBe(null)
  expect(await violations()).toEqual([])
})

it('destroys a key only after a second press', async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Lock' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Forget …' }))
  screen.getByText(lender.publicKey)
  fireEvent.click(await screen.findByRole('button', { name: 'Forget' }))
  await expect.poll(() => screen.queryByText(lender.publicKey)).toBe(null)
})

it('removes saved views with the last key of their organization, and leaves the settings of the browser', async () => {
  const { id } = callerIn('execution').organization
  const views = viewsEntry(id, '/positions')
  const forget = async (label: string) => {
    const key = (await screen.findByText(label)).closest('li') ?? document.body
    fireEvent.click(within(key).getByRole('button', { name: 'Forget …' }))
    fireEvent.click(await within(key).findByRole('button', { name: 'Forget' }))
    await waitFor(() => expect(screen.queryByText(label)).toBe(null))
  }
  await load(fragmentOf(borrower.privateKey, 'Colleague'))
  fireEvent.click(await screen.findByRole('button', { name: 'Use it' }))
  await page.isRead()
  localStorage.setItem(views, '[]')
  localStorage.setItem('vadium-theme', 'dark')
  // Both keys have worked for the organization.
  await waitFor(() => expect(Object.values(localStorage).filter((of) => of === id)).toHaveLength(2))
  fireEvent.click(screen.getByRole('button', { name: 'Lock' }))
  await forget('Colleague')
  expect(localStorage.getItem(views)).toBe('[]')
  await forget('Lender')
  await waitFor(() => expect(Object.keys(localStorage)).toEqual(['vadium-theme']))
})
