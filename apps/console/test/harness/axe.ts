import axe from 'axe-core'
import { isLongRun } from '../../../api/test/harness/long-run.ts'
import type { ConsoleWindow } from './browser.ts'

const colourRules = ['color-contrast', 'link-in-text-block']

/** The size in which a window opens. */
const pageSize = { width: 1280, height: 900 }

interface Look {
  readonly width: number
  readonly theme: 'dark' | 'light'
  readonly options: axe.RunOptions
}

const wide: Look = {
  width: 1280,
  theme: 'dark',
  options: { rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) },
}

/** A theme changes only colours. */
const light: Look = {
  width: 1280,
  theme: 'light',
  options: { runOnly: { type: 'rule', values: colourRules } },
}

/** Every rule in the narrow width and the dark theme; in a long run, what may differ elsewhere. */
const looks: readonly Look[] = [
  { width: 390, theme: 'dark', options: {} },
  ...(isLongRun ? [wide, light] : []),
]

/** The rules that the screen breaks in any look, each with the elements that break it. */
export async function violations({ page }: ConsoleWindow): Promise<string[]> {
  if (await page.evaluate<boolean>(`typeof axe === 'undefined'`)) await page.evaluate(axe.source)
  const broken: string[] = []
  for (const { width, theme, options } of looks) {
    await page.setViewportSize({ ...pageSize, width })
    // As the console itself sets it; no window is opened for each look, which takes seconds.
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
    const found = await page.evaluate<{
      violations: { id: string; nodes: { html: string }[] }[]
    }>(`axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`)
    for (const { id, nodes } of found.violations) {
      broken.push(`${id} at ${width} px, ${theme}: ${nodes.map(({ html }) => html).join(' ')}`)
    }
  }
  await page.setViewportSize(pageSize)
  return broken
}
