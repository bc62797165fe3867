/** A state of the service in words, such as `pending acceptance`. */
export const stateWords = (status: string): string => status.toLowerCase().replaceAll('_', ' ')
