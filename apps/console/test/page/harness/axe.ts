import axe from 'axe-core'

/** They look at colours and places, which only a browser has. The long run tries them. */
const rulesOfBrowsers = ['color-contrast', 'link-in-text-block', 'target-size']

/** The rules of structure that the document breaks, each with the elements that break it. */
export async function violations(): Promise<string[]> {
  const rules = Object.fromEntries(rulesOfBrowsers.map((rule) => [rule, { enabled: false }]))
  const found = await axe.run(document, { rules, preload: false, resultTypes: ['violations'] })
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
}
