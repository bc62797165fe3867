import { generateWebKeyPair } from '@vadium/client'
import type { FakeService } from '@vadium/client/testing'
import { waitFor } from '@testing-library/dom'
import { IDBFactory } from 'fake-indexeddb'
import { createRoot, type Root } from 'react-dom/client'
import { Page } from '../../../src/page.tsx'
import { pageRouter } from '../../../src/routes.tsx'
import { takeInvitationFromAddress } from '../../../src/session/invitation-in-address.ts'

const path = '/console'

/** A browser that knows no key yet. */
export function forgetKeys(): void {
  globalThis.indexedDB = new IDBFactory()
  sessionStorage.clear()
  localStorage.clear()
}

/** The fragment of an address that names a key. */
export const fragmentOf = (privateKey: string, label: string) =>
  new URLSearchParams({ key: privateKey, label }).toString()

/** The page as a person sees and uses it, in a document without a browser. */
export class OpenedPage {
  readonly #root: Root
  readonly #router: ReturnType<typeof pageRouter>
  readonly #served: { close(): Promise<void> }

  private constructor(root: Root, router: ReturnType<typeof pageRouter>, served: Closable) {
    this.#root = root
    this.#router = router
    this.#served = served
  }

  /** Opens a path of the page in a browser with one key, and waits until it is read. */
  static async open(service: FakeService, at = '/'): Promise<OpenedPage> {
    forgetKeys()
    const { privateKey } = await generateWebKeyPair()
    const page = await OpenedPage.load(service, `${at}#${fragmentOf(privateKey, 'Desk')}`)
    await page.isRead()
    return page
  }

  /** Loads an address, with the keys that the browser has. */
  static async load(service: FakeService, address: string): Promise<OpenedPage> {
    const served = await service.listen()
    history.replaceState(null, '', `${path}${address}`)
    const invitation = takeInvitationFromAddress()
    const router = pageRouter(path)
    const place = document.createElement('div')
    document.querySelector('#page')?.replaceWith(place)
    place.id = 'page'
    const root = createRoot(place)
    const settings = { serviceUrl: served.url, path, takesKeyFromAddress: true }
    root.render(<Page settings={settings} router={router} invitation={invitation} />)
    return new OpenedPage(root, router, served)
  }

  /** Goes to a path as a link does, and waits until the screen is read. */
  async visit(to: string): Promise<void> {
    const address = `${path}${to}`
    if (address !== `${location.pathname}${location.search}`) {
      document.querySelector('main h1')?.setAttribute('data-left', '')
      this.#router.history.push(address)
    }
    await this.isRead()
  }

  /** Waits until a screen is shown and nothing of it is still being read. */
  async isRead(): Promise<void> {
    await waitFor(() => {
      const { body } = document
      if (body.querySelector('main h1:not([data-left])') === null) throw new Error('no screen')
      if (body.textContent.includes('Reading ')) throw new Error('the screen is still being read')
    })
  }

  async close(): Promise<void> {
    this.#root.unmount()
    this.#router.history.destroy()
    await this.#served.close()
  }
}

interface Closable {
  close(): Promise<void>
}
