/** A decimal with thousands separators: `7,125,000.00` for `7125000.00`. All digits are kept. */
export function grouped(decimal: string): string {
  const point = decimal.indexOf('.')
  const end = point === -1 ? decimal.length : point
  const begin = decimal.startsWith('-') ? 1 : 0
  const groups: string[] = []
  for (let to = end; to > begin; to -= 3) {
    groups.unshift(decimal.slice(Math.max(begin, to - 3), to))
  }
  return `${decimal.slice(0, begin)}${groups.join(',')}${decimal.slice(end)}`
}
