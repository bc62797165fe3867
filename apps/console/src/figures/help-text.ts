/**
 * What the schema says of a member, for people: an empty field is none, so what null means is said
 * with that word, or not at all. The names of members are words.
 */
export const helpText = (description: string): string =>
  description
    .split('. ')
    .filter((sentence) => !sentence.startsWith('Null '))
    .map((sentence) => sentence.replace(/^Null(?=[:,])/, 'None'))
    .join('. ')
    .replaceAll(/`(\w+)`/g, (_, name: string) => name.replaceAll('_', ' '))
    .replace(/\.?$/, '.')
