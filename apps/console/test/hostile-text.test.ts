import { afterAll, beforeAll, expect, it } from 'vitest'
import { ConsoleWorld } from './harness/console-world.ts'

const markup = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const desk = new ConsoleWorld({ short: 1 })
const { scenario } = desk.world.book
const borrower = scenario.organizations.find(({ id }) => id === desk.world.borrower.id)
if (borrower !== undefined) borrower.name = markup
const deal = desk.world.shortDeal()

beforeAll(() => desk.start())
afterAll(() => desk.close())

it.each(['/', '/positions', '/calls', `/positions/${deal.positionId}`])(
  'shows the markup in a name as text on %s',
  async (path) => {
    const lender = await desk.lender()
    await lender.goto(path)
    if (path !== '/calls') {
      await lender.page.locator('td, h1').filter({ hasText: markup }).first().waitFor()
    }
    expect(await lender.page.title()).toBe('Vadium')
    expect(await lender.page.locator('main img, main script').count()).toBe(0)
    await lender.close()
  },
)
