/** States whose names say less than the page does. */
const words: Readonly<Record<string, string>> = { PENDING_ACCEPTANCE: 'unanswered' }

/** A state of the service in words, such as `in progress`. */
export const stateWords = (status: string): string =>
  words[status] ?? status.toLowerCase().replaceAll('_', ' ')

/** Why the service refuses something, with the states that it names in words. */
export const reasonWords = (reason: string): string =>
  reason.replaceAll(/(?<=\bis )[A-Z_]{4,}\b/g, stateWords)
