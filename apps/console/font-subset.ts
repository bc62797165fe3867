import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const lettersOf = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, i) => first + i))

/** Of ASCII and Latin-1, and the signs of the page. Other letters are in a font of the machine. */
const text = `${lettersOf(0x20, 0x7e)}${lettersOf(0xa0, 0xff)}–—−…×→←↑↓≥≤≈“”‘’•▲▼●◇€`

const options = {
  targetFormat: 'woff2',
  // The weights that tokens.css uses.
  variationAxes: { wght: { min: 400, max: 700 } },
  // Digits of one width, kerning, and what letters with accents are made of.
  keepFeatures: ['tnum', 'kern', 'ccmp', 'mark', 'locl'],
} as const

/** Leaves in the font of the built page what the page writes: 22 kB instead of 48. */
export function fontSubset(): Plugin {
  return {
    name: 'font-subset',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.woff2')) continue
        asset.source = await subsetFont(Buffer.from(asset.source), text, options)
      }
    },
  }
}
