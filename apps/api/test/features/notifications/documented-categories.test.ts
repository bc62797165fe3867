import { readFileSync } from 'node:fs'
import { notificationCategoryNames, unmutableCategories } from '@vadium/schema'
import { expect, it } from 'vitest'

const numbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
]

const text = readFileSync(new URL('../../../../../docs/api.md', import.meta.url), 'utf8')
const [, table = ''] = text.split('\n| Category ')
const rows = (table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)`/gm)
const documented = [...rows].map(([, name]) => name)

it('docs/api.md lists every category of notifications, once', () => {
  expect(documented.toSorted()).toEqual(notificationCategoryNames.toSorted())
})

it('docs/api.md lists those that cannot be muted last, and counts them', () => {
  const count = unmutableCategories.length
  expect(documented.slice(-count).toSorted()).toEqual(unmutableCategories.toSorted())
  expect(text).toContain(`**The last ${numbers[count]} categories cannot be muted**`)
})
