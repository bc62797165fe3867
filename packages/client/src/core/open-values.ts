/**
 * The type of an answer in which every enumeration is open. A newer service may answer values that this
 * version does not know: known ones complete in an editor, and a program has to say what it does with others.
 */
export type OpenValues<T> = T extends string
  ? string extends T
    ? T
    : T | (string & {})
  : T extends object
    ? { [Name in keyof T]: OpenValues<T[Name]> }
    : T
