/**
 * The type of an answer whose enumerations are open, because a newer service may send values that
 * this version does not know. Editors complete the known values; a program must handle others.
 */
export type OpenValues<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends object
    ? { [Name in keyof T]: OpenValues<T[Name]> }
    : T
