import { describe, expect, it } from 'vitest'
import { type Answer, json, loopbackService, refusal } from './loopback-service.ts'
import { keyFor, vadium } from './terminal.ts'

const ORDER = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
const POSITION = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
const LENDER = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'
const BORROWER = '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901'

const found = json({
  results: [
    { kind: 'order', id: ORDER, label: 'Order 1042', order_id: ORDER },
    { kind: 'position', id: POSITION, label: 'Position of order 1042', order_id: ORDER },
  ],
})
/** What ends a call whose target is all that matters here. */
const notFound = refusal('ORDER_NOT_FOUND')

const agreements = json({
  agreements: [
    {
      lender_id: LENDER,
      lender_name: 'Harbor Bank',
      borrower_id: BORROWER,
      borrower_name: 'Quay Capital',
    },
  ],
})

async function ask(argv: readonly string[], ...answers: Parameters<typeof loopbackService>) {
  await using service = await loopbackService(...answers)
  const ran = await vadium([...argv, '--json'], { env: keyFor(service.url) })
  return { ...ran, targets: service.arrived.map(({ target }) => target) }
}

describe('a number in place of an id', () => {
  it('names the order', async () => {
    const { targets } = await ask(['orders', 'get', '1042'], found, notFound)
    expect(targets).toEqual(['/search?query=1042', `/orders/${ORDER}`])
  })

  it('names the position of the order', async () => {
    const { targets } = await ask(['positions', 'get', '1042'], found, notFound)
    expect(targets).toEqual(['/search?query=1042', `/positions/${POSITION}`])
  })

  it('is refused, and nothing is sent, when no order has it', async () => {
    const { exitCode, stderr, targets } = await ask(
      ['orders', 'cancel', '7'],
      json({ results: [] }),
    )
    expect(exitCode).toBe(2)
    expect(stderr).toContain('no order that you may see has the number 7')
    expect(targets).toEqual(['/search?query=7'])
  })

  it('is not looked up where the service takes the number itself', async () => {
    const { targets } = await ask(['transfers', 'list', '--order-id', '1042'], notFound)
    expect(targets).toEqual(['/transfers?orderId=1042'])
  })

  it('is not looked up with --curl, which sends nothing', async () => {
    const { exitCode, targets } = await ask(['orders', 'get', '1042', '--curl'], found)
    expect({ exitCode, targets }).toEqual({ exitCode: 2, targets: [] })
  })
})

describe('an organization', () => {
  it('is named by its slug for an operator', async () => {
    const organizations = json({
      organizations: [
        { id: LENDER, slug: 'harbor', name: 'Harbor Bank' },
        { id: BORROWER, slug: 'quay', name: 'Quay Capital' },
      ],
    })
    const argv = ['accounts', 'create', '--organization-id', 'harbor', '--name', 'Desk']
    const { targets } = await ask([...argv, '--kind', 'person'], organizations, notFound)
    expect(targets).toEqual(['/organizations?page_size=1000', '/accounts'])
  })

  it('is named by its name for a party', async () => {
    const refused = refusal('ROLE_NOT_PERMITTED')
    const argv = ['counterparties', 'mute', 'quay capital']
    const { targets } = await ask(argv, refused, agreements, notFound)
    expect(targets.slice(0, 2)).toEqual([
      '/organizations?page_size=1000',
      '/agreements?page_size=1000',
    ])
    expect(targets[2]).toContain(BORROWER)
  })

  it('is not guessed when the slug of one is the name of another, on any page', async () => {
    const first = json({
      organizations: [{ id: LENDER, slug: 'quay', name: 'twin' }],
      next_page_token: 'two',
    })
    const twins: Answer = (response, arrived) =>
      arrived.target.includes('page_token=two')
        ? json({ organizations: [{ id: BORROWER, slug: 'twin', name: 'Harbor' }] })(
            response,
            arrived,
          )
        : first(response, arrived)
    const argv = ['accounts', 'create', '--organization-id', 'twin', '--name', 'Desk']
    const { exitCode, stderr, targets } = await ask([...argv, '--kind', 'person'], twins)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('several organizations have \\"twin\\" as slug or name')
    expect(targets).toHaveLength(2)
  })
})
