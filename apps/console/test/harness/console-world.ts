import { World } from '../../../api/test/harness/world/world.ts'
import { type ConsoleWindow, TestBrowser, type WindowOptions } from './browser.ts'

/** A lender and a borrower, each with the console in a window of its own. */
export class ConsoleWorld {
  readonly world: World
  readonly browser = new TestBrowser()

  constructor(stock: ConstructorParameters<typeof World>[0] = {}) {
    this.world = new World(stock)
  }

  async start(): Promise<void> {
    await Promise.all([
      this.browser.start(),
      this.world.start(
        { CONSOLE: 'true', CONSOLE_KEY_IN_ADDRESS: 'true' },
        // Changes reach the windows as events.
        { streaming: true },
      ),
    ])
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.world.close()
  }

  lender(options?: WindowOptions): Promise<ConsoleWindow> {
    return this.browser.open(this.world.service, this.world.lenderKey, 'Lender', options)
  }

  borrower(options?: WindowOptions): Promise<ConsoleWindow> {
    return this.browser.open(this.world.service, this.world.borrowerKey, 'Borrower', options)
  }
}
