import { expect, it } from 'vitest'
import { sayWhile } from '../src/say-while.ts'
import { shownError, StartError } from '../src/start-error.ts'

it('says what is happening while it takes long, and is silent after it', async () => {
  const told: string[] = []
  let end: (state: string) => void = () => undefined
  const work = new Promise<string>((resolve) => (end = resolve))
  const tell = (text: string) => {
    told.push(text)
    end('ready')
  }
  expect(await sayWhile(work, tell, () => 'Loading the book: 45 %', 1)).toBe('ready')
  expect(told[0]).toMatch(/^Loading the book: 45 % \(\d+ s\) \.\.\.\n$/)
})

it('shows what a user can do about, and the stack of anything else', () => {
  expect(shownError(new StartError('Use another port.'))).toBe('Use another port.')
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  })
  expect(shownError(full)).toMatch(/^The disk of the data folder is full\.[^\n]*$/)
  expect(shownError(new Error('unexpected'))).toContain('say-while.test.ts')
})
