import { describe, expect, it } from 'vitest'
import { GroupsOfDeals } from '../../../src/features/custody/answer-groups.ts'

interface Item {
  readonly lenderId: string
  readonly orderId: string
}

const item = (lenderId: string, orderId: string): Item => ({ lenderId, orderId })

/** Groups whose work ends when the test says so. */
function heldGroups() {
  const groups: { readonly orders: string; readonly end: () => void; readonly fail: () => void }[] =
    []
  const grouped = new GroupsOfDeals<Item, string>({
    groupsAtOnceMax: 2,
    work: (items) =>
      new Promise((resolve, reject) => {
        const orders = items.map(({ orderId }) => orderId).join(' ')
        groups.push({
          orders,
          end: () => {
            resolve(`result of ${orders}`)
          },
          fail: () => {
            reject(new Error(`${orders} cannot be written`))
          },
        })
      }),
  })
  return { grouped, groups, begun: () => groups.map(({ orders }) => orders) }
}

describe('items of deals', () => {
  it('are worked on at once, and those that come meanwhile together', async () => {
    const { grouped, groups, begun } = heldGroups()
    const first = grouped.add(item('lender', 'order 1'))
    const others = ['order 2', 'order 3', 'order 4'].map((order) =>
      grouped.add(item('lender', order)),
    )
    expect(begun()).toEqual(['order 1'])
    groups[0]?.end()
    await first
    expect(begun()).toEqual(['order 1', 'order 2 order 3 order 4'])
    groups[1]?.end()
    await Promise.all(others)
  })

  it('follow each other if they are of one deal', async () => {
    const { grouped, groups, begun } = heldGroups()
    const orders = ['order 1', 'order 2', 'order 2', 'order 2', 'order 3']
    const works = orders.map((order) => grouped.add(item('lender', order)))
    for (const [place, work] of [works[0], works[1], works[2], works[3]].entries()) {
      groups[place]?.end()
      await work
    }
    await Promise.all(works)
    expect(begun()).toEqual(['order 1', 'order 2 order 3', 'order 2', 'order 2'])
  })

  it('are worked on at once for at most so many lenders', async () => {
    const { grouped, groups, begun } = heldGroups()
    const works = ['a', 'b', 'c', 'd'].map((lender) => grouped.add(item(lender, `of ${lender}`)))
    expect(begun()).toEqual(['of a', 'of b'])
    groups[1]?.end()
    await works[1]
    expect(begun()).toEqual(['of a', 'of b', 'of c'])
  })

  it('have the result or the error of their group', async () => {
    const { grouped, groups } = heldGroups()
    const first = grouped.add(item('lender', 'order 1'))
    const second = grouped.add(item('lender', 'order 2'))
    const third = grouped.add(item('lender', 'order 3'))
    groups[0]?.end()
    expect(await first).toBe('result of order 1')
    groups[1]?.fail()
    await expect(second).rejects.toThrow('order 2 order 3 cannot be written')
    await expect(third).rejects.toThrow('order 2 order 3 cannot be written')
    const last = grouped.add(item('lender', 'order 4'))
    groups[2]?.end()
    expect(await last).toBe('result of order 4')
  })
})
