import { allTerms, type AgreementVersion, termWords, writtenTerm } from '@vadium/schema'

interface Bases {
  /** The version that the proposed one replaces. */
  readonly replaced: AgreementVersion | undefined
  /** That which is in effect now. */
  readonly inEffect: AgreementVersion | undefined
}

/**
 * Which version a proposed one replaces, and in which terms it differs from it; and from the one
 * that is in effect, if that is another.
 */
export function differenceSentences(
  { replaced, inEffect }: Bases,
  proposed: Pick<AgreementVersion, 'terms'>,
): string {
  if (replaced === undefined) return 'It replaces no version: none has been accepted by both sides.'
  const { version, in_effect_time } = replaced
  const which = `It replaces version ${version}, which both sides had accepted by ${agreeTime(replaced)}`
  if (inEffect === undefined || inEffect.version === version) {
    const since = inEffect === undefined ? `takes effect at ${in_effect_time}` : 'is in effect'
    return `${which} and which ${since}. ${difference(replaced, proposed)}`
  }
  return [
    `${which} and which takes effect at ${in_effect_time}.`,
    difference(replaced, proposed),
    `Until then version ${inEffect.version} is in effect.`,
    difference(inEffect, proposed),
  ].join(' ')
}

/** When the second side accepted a version. */
function agreeTime({ lender_accept_time, borrower_accept_time }: AgreementVersion): string {
  const times = [lender_accept_time, borrower_accept_time].filter((time) => time !== null)
  return times.sort().at(-1) ?? ''
}

function difference(
  { version, terms }: AgreementVersion,
  proposed: Pick<AgreementVersion, 'terms'>,
): string {
  const changes = allTerms
    .map((term) => {
      const [from, to] = [terms, proposed.terms].map((these) => writtenTerm(term, these[term]))
      return { from, to, name: termWords[term].name.toLowerCase() }
    })
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) => `${name} from ${from} to ${to}`)
  if (changes.length === 0) return `Its terms are those of version ${version}.`
  return `It changes these terms of version ${version}: ${changes.join(', ')}.`
}
