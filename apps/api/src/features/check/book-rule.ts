/** One thing that must hold of a book, and how what breaks it is found. */
export interface BookRule {
  /** What must hold, as a sentence. */
  readonly rule: string
  /**
   * Selects what breaks it: `subject`, such as `order 1001`, and `issue`, what is wrong with it in words. It only
   * reads, and sees one moment of the book.
   */
  readonly breaches: string
}
