const labelWidth = 12

export function wrapped(text: string, width: number, gap = ' '): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(gap)) {
    if (line === '') line = word
    else if (`${line}${gap}${word}`.length <= width) line += `${gap}${word}`
    else {
      lines.push(`${line}${gap.trimEnd()}`)
      line = word
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** Labels and their wrapped texts, in two columns. */
export function labelled(
  rows: readonly (readonly [label: string, text: string])[],
  width: number,
): string[] {
  return rows.flatMap(([label, text]) =>
    wrapped(text, width - labelWidth).map(
      (line, i) => `${(i === 0 ? label : '').padEnd(labelWidth)}${line}`,
    ),
  )
}
