/** How to read the page after the last one that was printed. Nothing if there is none. */
export function nextPageNotes(items: string, next: string | undefined): readonly string[] {
  if (next === undefined) return []
  return [
    `More ${items} follow. --all reads all of them; this reads the next page:`,
    `  --page-token ${next}`,
  ]
}
