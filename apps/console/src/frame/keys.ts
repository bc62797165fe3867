/** The keys of the page, as its list of keys shows them. */
export const keyList = [
  ['Ctrl K or /', 'Search or go to'],
  ['j', 'The next row of a list'],
  ['k', 'The row before'],
  ['Enter', 'Open the row'],
  ['a', 'What the row offers first, such as its call'],
  ['Ctrl Enter', 'What a dialog is for, such as sending'],
  ['Ctrl `', 'What this screen asks, as curl, command and program'],
  ['Escape', 'Close what is open'],
  ['?', 'This list'],
] as const

/** Whether a key is for the page: nothing is written, and no dialog asks for something first. */
export function isForPage({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isWriting(target)) return false
  return !hasDialog()
}

export const hasDialog = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog]') !== null

/** Whether keys go to a field. */
const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The rows of tables, and of lists that say so. */
const rows = 'main tbody tr, main li[data-row]'

/** Moves the focus to the link of the next row of the lists on screen, or of the one before. */
export function goToRow(step: 1 | -1): void {
  const links = [...document.querySelectorAll(rows)].flatMap((row) => {
    const link = row.querySelector<HTMLElement>('a, button')
    return link === null ? [] : [{ row, link }]
  })
  const at = links.findIndex(({ row }) => row.contains(document.activeElement))
  const next = links[at === -1 && step === -1 ? links.length - 1 : at + step]
  next?.link.focus()
}

/** Presses what the row of the focus offers first. */
export function actOnRow(): void {
  document.activeElement?.closest(rows)?.querySelector<HTMLElement>('button, a.button')?.click()
}

/** Whether a key is for what the dialog on screen is for. */
export const actsInDialog = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && hasDialog()

/** Presses what the dialog over all others is for, if it can be pressed. */
export function actInDialog(): void {
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
  dialogs.at(-1)?.querySelector<HTMLElement>('button.primary:enabled')?.click()
}
