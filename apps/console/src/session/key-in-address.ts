/** A key that `npm start` put into the fragment of the address, which no browser sends. */
export interface KeyInAddress {
  readonly label: string
  readonly privateKey: string
}

/** Takes the key from the address, and removes it from there and from the history at once. */
export function takeKeyFromAddress(): KeyInAddress | undefined {
  const given = new URLSearchParams(location.hash.slice(1))
  const privateKey = given.get('key')
  if (privateKey === null) return undefined
  history.replaceState(history.state, '', `${location.pathname}${location.search}`)
  return { privateKey, label: given.get('label') ?? 'Key of the address' }
}
