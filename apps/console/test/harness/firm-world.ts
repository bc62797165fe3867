import { type Agreement, listAgreements } from '@vadium/schema'
import { ApprovalWorld } from '../../../api/test/harness/approval-world.ts'
import type { Key } from '../../../api/test/harness/book.ts'
import { succeed } from '../../../api/test/harness/call.ts'
import { type ConsoleWindow, TestBrowser, type WindowOptions } from './browser.ts'

/** Firms with several people each, and operators, each with the console in a window. */
export class FirmWorld extends ApprovalWorld {
  readonly browser = new TestBrowser()

  override async start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
    const served = { CONSOLE: 'true', CONSOLE_KEY_IN_ADDRESS: 'true', ...settings }
    await Promise.all([this.browser.start(), super.start(served, { streaming: true })])
    const { server, clock } = this.service
    // A page counts the time that is left by the `Date` of answers, which must be that of the book.
    server.prependListener('request', (_request, answer) => {
      answer.setHeader('date', new Date(clock.now()).toUTCString())
    })
  }

  override async close(): Promise<void> {
    await this.browser.close()
    await super.close()
  }

  window(key: Key, label: string, options?: WindowOptions): Promise<ConsoleWindow> {
    return this.browser.open(this.service, key, label, options)
  }

  /** The agreement between the lender and the borrower. */
  async agreement(): Promise<Agreement> {
    const { agreements } = await succeed(this.service, listAgreements, { key: this.lenderAdmin })
    const agreement = agreements.at(0)
    if (agreement === undefined) throw new Error('the lender has no agreement')
    return agreement
  }
}
