import type { Io } from '../context/io.ts'
import type { View } from './presentation.ts'
import { hasColours } from './tone.ts'

/** The view that a terminal and the flags give. */
export function viewOf(
  io: Io,
  { wide = false, explains = false, rest = '--wide shows all' } = {},
): View {
  return { columns: io.columns, wide, explains, colours: hasColours(io), rest }
}
