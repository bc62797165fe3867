import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import type { Key } from '../../../api/test/harness/book.ts'
import { preparedOnce } from '../../../api/test/harness/prepared-once.ts'
import type { RunningService } from '../../../api/test/harness/service.ts'
import { browserProgram, launchBrowser } from './browser-program.ts'

export interface WindowOptions {
  readonly width?: number
  readonly theme?: 'light' | 'dark'
  /** Whether the page has a clock that the test can advance. Default: false. */
  readonly hasTestClock?: boolean
}

/** Where the console is served from. */
export interface Served {
  /** The address of the service. */
  readonly url: string
  /** The time of the service. Undefined: that of the machine. */
  readonly now?: () => number
}

/** A real browser, whose every window is a person with a key of its own. */
export class TestBrowser {
  #browser: Browser | undefined
  /** What the browser reported that a page must not cause: errors, and refusals of its policy. */
  readonly faults: string[] = []

  async start(): Promise<void> {
    // Two processes must not unpack it at once.
    this.#browser = await launchBrowser(await preparedOnce('browser', browserProgram))
  }

  async close(): Promise<void> {
    await Promise.all(this.#browser?.contexts().map(forgetRoutes) ?? [])
    await this.#browser?.close()
  }

  /** Opens the console with a key in the fragment of its address, as `npm start` prints it. */
  async open(
    service: RunningService,
    key: Key,
    label: string,
    options: WindowOptions = {},
  ): Promise<ConsoleWindow> {
    const fragment = new URLSearchParams({ key: key.privateKey, label })
    const address = `${service.url}/console/#${fragment.toString()}`
    const window = await this.openAddress(servedBy(service), address, label, options)
    await window.page.getByRole('navigation', { name: 'Screens' }).waitFor()
    return window
  }

  /** Opens the console in a browser that has no key yet. */
  async openWithoutKey(service: RunningService, label: string): Promise<ConsoleWindow> {
    const window = await this.openAddress(servedBy(service), `${service.url}/console/`, label)
    await window.page.getByRole('heading', { level: 1 }).waitFor()
    return window
  }

  /** Opens an address of the console. `who` is named in the faults. */
  async openAddress(
    served: Served,
    address: string,
    who: string,
    { width = 1280, theme = 'light', hasTestClock = false }: WindowOptions = {},
  ): Promise<ConsoleWindow> {
    if (this.#browser === undefined) throw new Error('the browser has not been started')
    const context = await this.#browser.newContext({
      viewport: { width, height: 900 },
      // Without a language of its own, the browser names one that no formatter takes.
      locale: 'en-US',
      colorScheme: theme,
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => this.faults.push(`${who}: ${error.message}`))
    page.on('console', (message) => {
      // A refused call is an answer, not a fault of the page.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.faults.push(`${who}: ${message.text()}`)
      }
    })
    // The page and the service agree on the time.
    if (hasTestClock) await page.clock.install({ time: served.now?.() ?? Date.now() })
    else if (served.now !== undefined) await page.clock.setSystemTime(served.now())
    await page.goto(address)
    return new ConsoleWindow(page, context, served)
  }
}

/**
 * What a test does with a request that is on its way fails once its page is closed, when no test
 * waits for it any more.
 */
async function forgetRoutes(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
}

const servedBy = (service: RunningService): Served => ({
  url: service.url,
  now: () => service.clock.now(),
})

/** The console as one person sees it. */
export class ConsoleWindow {
  readonly page: Page
  readonly #context: BrowserContext
  readonly #served: Served

  constructor(page: Page, context: BrowserContext, served: Served) {
    this.page = page
    this.#context = context
    this.#served = served
  }

  /** Opens a path of the console, such as `/calls`, and waits for its heading. */
  async goto(path: string): Promise<void> {
    await this.page.goto(this.#urlOf(path))
    await this.#shows('main h1')
  }

  /** Opens a path as a link does: the page is not loaded again, which takes most of the time. */
  async visit(path: string): Promise<void> {
    // The first screen may be another one, to which the page goes by itself.
    await this.#shows('main h1')
    const url = this.#urlOf(path)
    // The page itself is asked where it is: what Playwright knows may be older by one step.
    await this.page.evaluate(
      `if (location.href !== '${url}') {
         document.querySelector('main h1')?.setAttribute('data-left', '')
         history.pushState(null, '', '${url}')
       }`,
    )
    await this.#shows('main h1:not([data-left])')
  }

  #urlOf(path: string): string {
    return new URL(`${this.#served.url}/console${path}`).href
  }

  /** Waits until an element is on screen. The error says what is there instead. */
  async #shows(selector: string): Promise<void> {
    try {
      await this.page.locator(selector).first().waitFor()
    } catch (error) {
      const text = await this.page.locator('body').innerText()
      throw new Error(`${this.page.url()} shows no ${selector}, but: ${text}`, { cause: error })
    }
  }

  button(name: string | RegExp) {
    return this.page.getByRole('button', { name })
  }

  /** Presses a button of the panel on who acts. */
  async pressOfAccount(name: string): Promise<void> {
    await this.button('Account').click()
    await this.button(name).click()
  }

  /** Waits until a text is on screen. */
  async sees(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor()
  }

  /** By how much a region is wider than it shows on the screen of a phone. */
  async hiddenOnPhone(region: string): Promise<number> {
    const size = this.page.viewportSize()
    await this.page.setViewportSize({ width: 390, height: 844 })
    const hidden = await this.page.evaluate<number>(`(() => {
      const shown = document.querySelector('[role=region][aria-label="${region}"]')
      return shown.scrollWidth - shown.clientWidth
    })()`)
    if (size !== null) await this.page.setViewportSize(size)
    return hidden
  }

  /** Opens another tab of the same browser, whose keys it shares. */
  async tab(path: string, fragment?: URLSearchParams): Promise<ConsoleWindow> {
    const page = await this.#context.newPage()
    const { url, now } = this.#served
    if (now !== undefined) await page.clock.setSystemTime(now())
    const hash = fragment === undefined ? '' : `#${fragment.toString()}`
    await page.goto(`${url}/console${path}${hash}`)
    return new ConsoleWindow(page, this.#context, this.#served)
  }

  /** Lets so many milliseconds pass at once, in a page that was opened with `hasTestClock`. */
  async letPass(ms: number): Promise<void> {
    await this.page.clock.fastForward(ms)
  }

  /**
   * Changes the text of answers of the service before the page has them, until `leaveAnswers`.
   *
   * @param of Which addresses. Those after an earlier call stay changed as well.
   */
  async changeAnswers(
    of: string | RegExp,
    changed: (text: string, request: Request) => string,
  ): Promise<void> {
    await this.page.route(of, async (route) => {
      const response = await route.fetch()
      const body = changed(await response.text(), route.request())
      await route.fulfill({ response, body })
    })
  }

  /** Lets every answer come as it is sent. One that is being changed still arrives changed. */
  async leaveAnswers(): Promise<void> {
    await this.page.unrouteAll({ behavior: 'wait' })
  }

  async close(): Promise<void> {
    await forgetRoutes(this.#context)
    await this.#context.close()
  }
}
