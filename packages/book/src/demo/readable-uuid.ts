const families = {
  organization: 'a0000000',
  account: 'ac000000',
  agreement: 'a9000000',
  credential: 'c0000000',
  terms: '7e000000',
} as const

/** A UUID that a person can read: the family in front, the number at the end. */
export function readableUuid(family: keyof typeof families, number: number): string {
  return `${families[family]}-0000-4000-8000-${String(number).padStart(12, '0')}`
}
