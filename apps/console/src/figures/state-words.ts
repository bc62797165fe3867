/** A state of the service in words, such as `pending acceptance`. */
export const stateWords = (status: string): string => status.toLowerCase().replaceAll('_', ' ')

/** Why the service refuses something, with the states that it names in words. */
export const reasonWords = (reason: string): string =>
  reason.replaceAll(/(?<=\bis )[A-Z_]{4,}\b/g, stateWords)
