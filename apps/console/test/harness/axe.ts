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

/** Every rule in the narrow width and the dark theme; in a long run, in every width and theme. */
const looks: readonly Look[] = isLongRun
  ? [390, 1024, 1440].flatMap((width): readonly Look[] => [
      { width, theme: 'dark', options: {} },
      // A theme changes only colours.
      { width, theme: 'light', options: { runOnly: { type: 'rule', values: colourRules } } },
    ])
  : [{ width: 390, theme: 'dark', options: {} }]

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
