import type { AgreementVersion, MarginTerms } from '@vadium/schema'
import { termsMembers } from './agreement.repository.ts'

/** In which terms a proposed version differs from the one in effect, in a sentence. */
export function differenceSentence(
  inEffect: Pick<AgreementVersion, 'version' | 'terms'> | undefined,
  proposed: Pick<AgreementVersion, 'terms'>,
): string {
  if (inEffect === undefined) return 'No version is in effect yet.'
  const before = `version ${inEffect.version}, which is in effect`
  const changes = termsMembers
    .filter((member) => inEffect.terms[member] !== proposed.terms[member])
    .map((member) => {
      const [from, to] = [inEffect.terms, proposed.terms].map((terms) => written(terms[member]))
      return `${member} from ${from} to ${to}`
    })
  if (changes.length === 0) return `Its terms are those of ${before}.`
  return `It changes these terms of ${before}: ${changes.join(', ')}.`
}

function written(value: MarginTerms[keyof MarginTerms]): string {
  return value === null ? 'none' : String(value)
}
