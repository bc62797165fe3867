import { invitationWords } from '@vadium/client/invitations'
import { useEffect, useState } from 'react'

/** The words, once they are computed, or what prevented it. */
export interface ComputedWords {
  readonly words?: readonly string[]
  readonly fault?: unknown
}

/** The words of an invitation and a key, computed in this browser. None without a key. */
export function useSixWords(invitationId: string, publicKey: string | null): ComputedWords {
  const [computed, setComputed] = useState<ComputedWords>({})
  useEffect(() => {
    if (publicKey === null) return undefined
    let isLeft = false
    const compute = async () => {
      try {
        const words = await invitationWords(invitationId, publicKey)
        if (!isLeft) setComputed({ words })
      } catch (fault) {
        if (!isLeft) setComputed({ fault })
      }
    }
    void compute()
    return () => {
      isLeft = true
      setComputed({})
    }
  }, [invitationId, publicKey])
  return computed
}
