import type { Position } from '@vadium/client'
import { useEffect, useRef, useState } from 'react'
import { ownWorker } from '../../figures/own-worker.ts'
import type { BookAnswer, BookFault, BookQuestion } from './book-worker.ts'
import bookWorker from './book-worker.ts?worker&url'

/** What would be due after each change that is computed by now, or that it cannot be computed. */
export interface BookAfter {
  readonly answers: ReadonlyMap<number, BookAnswer>
  readonly isBroken: boolean
}

const nothing: BookAfter = { answers: new Map(), isBroken: false }

/** Computes the whole book in a worker, so that the page stays responsive. */
export function useBookAfter(
  positions: readonly Position[],
  ownId: string,
  asset: string,
  percents: readonly number[],
): BookAfter {
  const [after, setAfter] = useState(nothing)
  const ask = useRef<(question: Omit<BookQuestion, 'number'>) => void>(() => undefined)

  useEffect(() => {
    const worker = ownWorker(bookWorker)
    let number = 0
    let sent: readonly Position[] | undefined
    ask.current = (question) => {
      number += 1
      setAfter(nothing)
      const { positions: asked, ...rest } = question
      const isSent = asked === sent
      sent = asked
      worker.postMessage({ ...rest, number, ...(!isSent && { positions: asked }) })
    }
    worker.addEventListener('message', ({ data }: MessageEvent<BookAnswer | BookFault>) => {
      if (data.number !== number) return
      if ('isBroken' in data) {
        setAfter((before) => ({ ...before, isBroken: true }))
        return
      }
      setAfter(({ answers }) => ({
        answers: new Map(answers).set(data.percent, data),
        isBroken: false,
      }))
    })
    worker.addEventListener('error', () => {
      setAfter((before) => ({ ...before, isBroken: true }))
    })
    return () => {
      worker.terminate()
    }
  }, [])

  useEffect(() => {
    ask.current({ positions, ownId, asset, percents })
  }, [positions, ownId, asset, percents])

  return after
}
