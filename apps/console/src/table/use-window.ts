import { type RefObject, useLayoutEffect, useState } from 'react'
import { useIsPrinting } from '../service/printing.ts'

/** Rows above and below those on screen, so that a fast scroll shows no gap. */
const around = 12

/** A part of some rows. */
export interface Part {
  readonly begin: number
  /** The one after the last. */
  readonly end: number
}

interface Shown extends Part {
  /** Those of them that are on screen. */
  readonly onScreen: Part
}

/**
 * The rows on screen of a box that is scrolled, and some around them. All rows are equally high. A
 * print has all of them.
 */
export function useWindow(
  box: RefObject<HTMLElement | null>,
  count: number,
  rowPixels: number,
): Shown {
  const [{ top, rows }, setPlace] = useState({ top: 0, rows: 0 })
  const isPrinting = useIsPrinting()
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const look = () => {
      const now = {
        top: Math.floor(element.scrollTop / rowPixels),
        rows: Math.ceil(element.clientHeight / rowPixels),
      }
      setPlace((before) => (before.top === now.top && before.rows === now.rows ? before : now))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const size = new ResizeObserver(look)
    size.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      size.disconnect()
    }
  }, [box, rowPixels])
  // After a filter, fewer rows may be left than were scrolled over.
  const first = Math.max(0, Math.min(top, count - rows))
  const onScreen = { begin: first, end: Math.min(count, top + rows) }
  if (isPrinting) return { begin: 0, end: count, onScreen }
  const { begin, end } = onScreen
  return { begin: Math.max(0, begin - around), end: Math.min(count, end + around), onScreen }
}
