import chromium from '@sparticuz/chromium'
import { type Browser, chromium as playwright } from 'playwright-core'

/** The program of the browser. Its package unpacks it at the first use. */
export const browserProgram = (): Promise<string> => chromium.executablePath()

export function launchBrowser(executablePath: string): Promise<Browser> {
  return playwright.launch({
    executablePath,
    // Not those of the package: they make it one process, which ends with its first window. The
    // sandbox of the browser needs rights that a container or root does not give.
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage'],
    headless: true,
  })
}
