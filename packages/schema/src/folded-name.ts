/**
 * A name as it is compared: two names that a person may take for the same are equal. Compatible
 * characters (NFKC), upper case and the kind and number of spaces make no difference.
 */
export function foldedName(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
