import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import {
  browserProgram,
  launchBrowser,
} from '../../../apps/console/test/harness/browser-program.ts'

/** Serves a page that runs a program, until the test ends. Returns its origin. */
export async function servePage(program: string): Promise<string> {
  const server = createServer(({ url }, response) => {
    const isProgram = url === '/program.js'
    response.writeHead(200, { 'Content-Type': isProgram ? 'text/javascript' : 'text/html' })
    response.end(isProgram ? program : page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A program</title>
<link rel="icon" href="data:,"><output></output><script type="module" src="/program.js"></script>`

/** What the program of a page shows in a browser that is given this in the fragment. */
export async function shownOnPage(origin: string, given: Record<string, string>): Promise<string> {
  const browser = await launchBrowser(await browserProgram())
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`${origin}/#${new URLSearchParams(given).toString()}`)
  const output = page.locator('output', { hasText: /./ })
  return (await output.textContent({ timeout: 60_000 })) ?? ''
}
