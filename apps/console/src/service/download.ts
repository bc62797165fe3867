import { useEffect, useRef, useState } from 'react'
import { saveFile } from './save-file.ts'

/** What has become of a file. */
export type DownloadState =
  | { readonly state: 'none' }
  | { readonly state: 'reading'; readonly characters: number }
  | { readonly state: 'saved'; readonly name: string; readonly bytes: number }
  /** It has not arrived in full. Nothing is saved. */
  | { readonly state: 'failed'; readonly error: unknown; readonly isBegun: boolean }
  | { readonly state: 'stopped' }

export interface Download {
  readonly download: DownloadState
  readonly begin: (
    name: string,
    type: string,
    text: (signal: AbortSignal) => AsyncIterable<string>,
  ) => Promise<void>
  readonly stop: () => void
}

/** Saves a text to a file once all of it has arrived. A part of it is never saved. */
export function useDownload(): Download {
  const [download, setDownload] = useState<DownloadState>({ state: 'none' })
  const life = useRef<AbortController>(undefined)
  useEffect(() => () => life.current?.abort(), [])
  return {
    download,
    begin: async (name, type, text) => {
      const controller = new AbortController()
      life.current = controller
      setDownload({ state: 'reading', characters: 0 })
      const parts: string[] = []
      let characters = 0
      try {
        for await (const part of text(controller.signal)) {
          parts.push(part)
          characters += part.length
          setDownload({ state: 'reading', characters })
        }
        const file = new Blob(parts, { type })
        saveFile(name, file)
        setDownload({ state: 'saved', name, bytes: file.size })
      } catch (error) {
        setDownload(
          controller.signal.aborted
            ? { state: 'stopped' }
            : { state: 'failed', error, isBegun: characters > 0 },
        )
      }
    },
    stop: () => life.current?.abort(),
  }
}
