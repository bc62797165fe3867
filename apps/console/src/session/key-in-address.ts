import { importWebKey, type WebKey } from '@vadium/client'

/** A key that `npm start` put into the fragment of the address, which no browser sends. */
export interface KeyInAddress {
  readonly label: string
  readonly key: WebKey
}

const labelLengthMax = 80

const fragment = () => new URLSearchParams(location.hash.slice(1))

export const addressHasKey = (): boolean => fragment().has('key')

/**
 * Takes the key from the address, and removes it from there and from the history at once, even
 * where it is not accepted. Undefined if there is none that can be used: one that was cut off when
 * it was copied is none.
 */
export async function takeKeyFromAddress(isAccepted: boolean): Promise<KeyInAddress | undefined> {
  const given = fragment()
  const privateKey = given.get('key')
  if (privateKey === null) return undefined
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  if (!isAccepted) return undefined
  try {
    return { key: await importWebKey(privateKey), label: labelOf(given.get('label') ?? '') }
  } catch {
    return undefined
  }
}

/** The author of the address chose the name: without what is invisible, and short. */
function labelOf(given: string): string {
  const visible = given.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()
  return visible.slice(0, labelLengthMax) || 'Key of the address'
}
