import type { Position } from '@vadium/client'
import { useEffect, useRef, useState } from 'react'
import { ownWorker } from '../../figures/own-worker.ts'
import type { BookAnswer, BookFault, BookQuestion } from './book-worker.ts'
import type { PricesNow } from './prices-now.ts'
import bookWorker from './book-worker.ts?worker&url'

/** What would be due at each point that is computed by now, or that it cannot be computed. */
export interface BookAfter {
  readonly answers: ReadonlyMap<string, BookAnswer>
  readonly isBroken: boolean
}

const nothing: BookAfter = { answers: new Map(), isBroken: false }

/** What is asked: the answers to it are shown until those at newer prices are complete. */
interface Asked extends Omit<BookQuestion, 'number' | 'prices'> {
  readonly positions: readonly Position[]
}

/** Computes the whole book in a worker, so that the page stays responsive. */
export function useBookAfter(asked: Asked, prices: PricesNow): BookAfter {
  const { positions, ownId, points } = asked
  const [after, setAfter] = useState(nothing)
  const ask = useRef<(question: Asked, prices: PricesNow) => void>(() => undefined)

  useEffect(() => {
    const worker = ownWorker(bookWorker)
    let number = 0
    let last: Asked | undefined
    let answers = new Map<string, BookAnswer>()
    let isShown = false
    ask.current = (question, prices) => {
      number += 1
      isShown = !isSame(question, last)
      answers = new Map()
      if (isShown) setAfter(nothing)
      const { positions: asked, ...rest } = question
      const isSent = asked === last?.positions
      last = question
      worker.postMessage({ ...rest, prices, number, ...(!isSent && { positions: asked }) })
    }
    worker.addEventListener('message', ({ data }: MessageEvent<BookAnswer | BookFault>) => {
      if (data.number !== number) return
      if ('isBroken' in data) {
        setAfter((before) => ({ ...before, isBroken: true }))
        return
      }
      answers = new Map(answers).set(data.point, data)
      if (isShown || answers.size === last?.points.length) setAfter({ answers, isBroken: false })
    })
    worker.addEventListener('error', () => {
      setAfter((before) => ({ ...before, isBroken: true }))
    })
    return () => {
      worker.terminate()
    }
  }, [])

  useEffect(() => {
    ask.current({ positions, ownId, points }, prices)
  }, [positions, ownId, points, prices])

  return after
}

const isSame = (one: Asked, other: Asked | undefined): boolean =>
  one.positions === other?.positions && one.ownId === other.ownId && one.points === other.points
