import { readFileSync } from 'node:fs'

const languages = { ts: 'ts', py: 'python', sh: 'sh' } as const

/** A program of `docs/examples` as Markdown shows it. */
export function signedRequest(ending: keyof typeof languages): string {
  const file = new URL(`../../../docs/examples/signed-request.${ending}`, import.meta.url)
  return `\`\`\`${languages[ending]}\n${readFileSync(file, 'utf8').trim()}\n\`\`\``
}
