/**
 * What the page uses of Trusted Types, which TypeScript does not describe yet. Where it wants an
 * address of a worker, it knows text and `URL` only.
 */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (text: string) => string },
  ): { readonly createScriptURL: (text: string) => URL }
}

declare global {
  var trustedTypes: TrustedTypes | undefined
}

const assets = new URL('.', import.meta.url)

/** @throws TypeError for whatever is not an asset of this page. */
function onlyOwnAssets(text: string): string {
  const { href } = new URL(text, assets)
  if (href.startsWith(assets.href) && !href.includes('?')) return href
  throw new TypeError('the page starts workers from its own assets only')
}

/** The only policy that the Content-Security-Policy of the page names. */
const policy = globalThis.trustedTypes?.createPolicy('vadium-worker', {
  createScriptURL: onlyOwnAssets,
})

/** Starts a worker from an asset of the page. */
export function ownWorker(address: string): Worker {
  const url = policy?.createScriptURL(address) ?? onlyOwnAssets(address)
  return new Worker(url, { type: 'module' })
}
