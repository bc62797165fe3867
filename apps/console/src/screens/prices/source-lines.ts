const colors = ['accent', 'call', 'covered', 'liquidation', 'ink-soft'] as const

/** The line of a source: beyond five, a colour comes again with another pattern. */
export const lineOf = (index: number) => ({
  color: colors[index % colors.length] ?? 'ink-soft',
  dash: index < colors.length ? ([] as const) : ([4, 3] as const),
})
