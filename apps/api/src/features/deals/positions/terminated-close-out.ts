import { statusSets } from '@vadium/schema'
import { oneOf } from '../../../platform/db/one-of.ts'

/** The id of the close-out of a position `p` that was terminated and is not over. */
export const terminatedId = `(SELECT s.id FROM close_outs s
  WHERE s.position_id = p.id AND s.status ${oneOf(statusSets.close_out.terminated)})`
