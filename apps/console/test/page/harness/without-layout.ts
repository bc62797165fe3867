import 'fake-indexeddb/auto'
import { configure } from '@testing-library/dom'
import { vi } from 'vitest'
import { noteDrawing } from './drawings.ts'

vi.mock('uplot', () => ({
  default: class {
    constructor(...[settings, data]: Parameters<typeof noteDrawing>) {
      noteDrawing(settings, data)
    }
    setSize = () => undefined
    setData = () => undefined
    destroy = () => undefined
  },
}))

configure({
  // A busy machine is slow, and no test is about time.
  asyncUtilTimeout: 20_000,
  getElementError: (message) =>
    new Error(`${message?.split('\n')[0] ?? ''}\nThe page shows: ${document.body.textContent}`),
})

/** What the page asks of a browser that lays out and draws. Nothing is laid out or drawn here. */

const width = 1280
const height = 900

// Lists show the rows that fit in.
Object.defineProperty(Element.prototype, 'clientWidth', { configurable: true, get: () => width })
Object.defineProperty(Element.prototype, 'clientHeight', { configurable: true, get: () => height })

Element.prototype.scrollIntoView = () => undefined
globalThis.scrollTo = () => undefined

// Without a style sheet, an element has its own style, unless it is hidden. jsdom would compute it
// from the style sheet of a browser, each time that somebody asks, which takes most of the time.
const plain = document.createElement('div')
const unseen = document.createElement('div')
unseen.style.display = 'none'
globalThis.getComputedStyle = (element) => {
  if (!(element instanceof HTMLElement)) return plain.style
  return element.hidden ? unseen.style : element.style
}

vi.stubGlobal('CSS', {
  escape: (text: string) => text.replaceAll(/[^\w-]/g, (character) => `\\${character}`),
})

vi.stubGlobal('matchMedia', () => ({ matches: false }))

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe = () => undefined
    unobserve = () => undefined
    disconnect = () => undefined
  },
)

vi.stubGlobal(
  'Worker',
  class extends EventTarget {
    postMessage = () => undefined
    terminate = () => undefined
  },
)
