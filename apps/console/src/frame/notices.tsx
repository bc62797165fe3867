import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { DesktopNotices } from '../service/desktop-notices.ts'
import { useService } from '../service/service.tsx'

/** Shows critical notifications on the desktop, also while the page is behind other windows. */
export function Notices({ hasSound }: { readonly hasSound: boolean }): null {
  const { client, live } = useService()
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    const notices = new DesktopNotices(client, queries)
    const open = () => {
      globalThis.focus()
      const search = { unread: true, severity: 'critical' } as const
      void router.navigate({ to: '/notifications', search })
    }
    const forgetListener = live.onEvent((event) => {
      notices.arrive(event, ({ id, title, body }, others) => {
        const shown = others === 0 ? title : `${title}, and ${others} more`
        new Notification(shown, { body, tag: id, silent: true }).addEventListener('click', open)
        if (hasSound) beep()
      })
    })
    return () => {
      forgetListener()
      notices.stop()
    }
  }, [client, live, queries, router, hasSound])
  return null
}

const beepHz = 660
const beepSeconds = 0.25

function beep(): void {
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  tone.frequency.value = beepHz
  tone.connect(audio.destination)
  tone.start()
  tone.stop(audio.currentTime + beepSeconds)
  tone.addEventListener('ended', () => void audio.close())
}
