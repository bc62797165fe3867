/** Writes an export piece by piece: its beginning, any number of further batches, and its end. */
export interface ExportText {
  readonly contentType: string
  begin(items: readonly object[]): string
  more(items: readonly object[]): string
  readonly end: string
}
