import type { StoredRequest } from '@vadium/client'
import { useEffect, useState } from 'react'

/** The hash of a request as the service defines it, in hexadecimal digits. */
export async function requestHash({ method, path, body }: StoredRequest): Promise<string> {
  const bytes = new TextEncoder().encode(`${method}\n${path}\n${body}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The hash of a request. Undefined until it is computed. */
export function useRequestHash({ method, path, body }: StoredRequest): string | undefined {
  const [hash, setHash] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    void requestHash({ method, path, body }).then((computed) => {
      if (isCurrent) setHash(computed)
    })
    return () => {
      isCurrent = false
    }
  }, [method, path, body])
  return hash
}
