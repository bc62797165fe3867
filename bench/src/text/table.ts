/** A text table. The first column is aligned to the left, the others to the right. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  ')
      .trimEnd()
  return [heads, ...rows].map((row) => `  ${line(row)}\n`).join('')
}

/** 1234567 is 1,234,567. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Microseconds of processor time, or a dash if they are unknown. */
export function microseconds(value: number | undefined): string {
  return value === undefined ? '–' : whole(value)
}
