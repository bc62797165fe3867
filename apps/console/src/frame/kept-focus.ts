/**
 * A dialog gives the focus back to the button that opened it, if that is still there, within this.
 */
const givenBackMs = 100

const inDialog = (element: Element) => element.closest('[role~="dialog"], [role="alertdialog"]')

/**
 * Keeps the place of a person who uses the keyboard. An element that has the focus may go: a button
 * whose action was taken, or the opener of a dialog that closes. Without this, the next Tab would
 * begin at the top of the page. The focus goes to the row that the element was in, or to the
 * heading of the screen.
 */
export function keepFocus(): () => void {
  /** What had the focus, and was not left by the person. */
  let last: Element | undefined
  /** Its rows, the nearest first. Those of a dialog are those of its opener. */
  let rows: readonly Element[] = []
  let waiting: ReturnType<typeof setTimeout> | undefined

  const focused = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return
    last = target
    if (inDialog(target) === null) rows = rowsOf(target)
  }
  const left = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null && last?.isConnected === true) last = undefined
  }
  const restore = () => {
    waiting = undefined
    if (!isLost(last)) return
    last = undefined
    const row = rows.find((each) => each.isConnected)
    const place =
      row?.querySelector<HTMLElement>('a[href], button:not(:disabled)') ??
      document.querySelector<HTMLElement>('main h1')
    place?.focus({ preventScroll: row === undefined })
  }
  const observer = new MutationObserver(() => {
    if (waiting === undefined && isLost(last)) waiting = setTimeout(restore, givenBackMs)
  })

  document.addEventListener('focusin', focused)
  document.addEventListener('focusout', left)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', focused)
    document.removeEventListener('focusout', left)
    observer.disconnect()
    clearTimeout(waiting)
  }
}

const isLost = (last: Element | undefined): boolean =>
  last?.isConnected === false && document.activeElement === document.body

function rowsOf(element: Element): readonly Element[] {
  const row = element.closest('main tr, main li')
  return row === null ? [] : [row, ...(row.parentElement === null ? [] : rowsOf(row.parentElement))]
}
