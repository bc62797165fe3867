import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFocus } from '../../src/frame/kept-focus.ts'

const screen = document.createElement('div')
let end: () => void
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  screen.innerHTML = `<main><h1 tabindex="-1">Today</h1>
    <ul><li id="row"><a href="#order">Order 7</a><button id="retry">Retry</button></li></ul>
    <button id="accept">Accept</button></main>`
  document.body.append(screen)
  end = keepFocus()
})
afterEach(() => {
  end()
  screen.remove()
  vi.useRealTimers()
})

const element = (selector: string) => {
  const found = selector === 'body' ? document.body : screen.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`there is no ${selector}`)
  return found
}

/** Opens a dialog from an element, as a person does. */
function openDialog(from: string): HTMLElement {
  element(from).focus()
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.innerHTML = '<button>Done</button>'
  document.body.append(dialog)
  dialog.querySelector('button')?.focus()
  return dialog
}

async function hasFocus(selector: string): Promise<void> {
  await vi.advanceTimersByTimeAsync(1_000)
  expect(document.activeElement).toBe(element(selector))
}

it('gives the focus to the row of a button that is gone', async () => {
  element('#retry').focus()
  element('#retry').remove()
  await hasFocus('#row a')
})

it('gives the focus to the row of the button that opened a dialog, and to the heading without one', async () => {
  const dialog = openDialog('#retry')
  element('#retry').remove()
  dialog.remove()
  await hasFocus('#row a')

  const other = openDialog('#accept')
  element('#accept').remove()
  other.remove()
  await hasFocus('h1')
})

it('gives the focus to the heading once the row is gone as well', async () => {
  element('#retry').focus()
  element('#row').remove()
  await hasFocus('h1')
})

it('leaves the focus where a dialog gave it back, and nowhere if the person left', async () => {
  const dialog = openDialog('#accept')
  dialog.remove()
  element('#accept').focus()
  element('#retry').remove()
  await hasFocus('#accept')
  element('#accept').blur()
  element('#accept').remove()
  await hasFocus('body')
})
