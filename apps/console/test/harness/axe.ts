import axe from 'axe-core'
import type { ConsoleWindow } from './browser.ts'

const colourRules = ['color-contrast', 'link-in-text-block']

/** A theme changes only colours, so in the second one only the rules about colours are run. */
const runs = [
  { theme: 'dark', options: {} },
  { theme: 'light', options: { runOnly: { type: 'rule', values: colourRules } } },
] as const

/** The rules that the screen breaks in any look, each with the elements that break it. */
export async function violations({ page }: ConsoleWindow): Promise<string[]> {
  await page.evaluate(axe.source)
  const broken: string[] = []
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const { theme, options } of runs) {
      // As the console itself sets it; no window is opened for each look, which takes seconds.
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`)
      const found = await page.evaluate<{
        violations: { id: string; nodes: { html: string }[] }[]
      }>(`axe.run(${JSON.stringify({ ...options, resultTypes: ['violations'] })})`)
      for (const { id, nodes } of found.violations) {
        broken.push(`${id} at ${width} px, ${theme}: ${nodes.map(({ html }) => html).join(' ')}`)
      }
    }
  }
  return broken
}
