import { type Operation, operations } from '@vadium/schema'

const chosen = process.env['WALKED_OPERATIONS']?.split(',')

/**
 * The operations that a test walks over: all of them, unless `WALKED_OPERATIONS` names some. What holds for every
 * operation is held in one place, so a mutant of it shows in a few of them.
 */
export const walkedOperations: readonly Operation[] = operations.filter(
  ({ id }) => chosen?.includes(id) ?? true,
)
