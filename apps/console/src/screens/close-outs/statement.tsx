import type { CloseOutStatement } from '@vadium/client'
import { StatementProof } from './closed-out-now.tsx'

/** The statement of a termination. */
export function Statement({ statement }: { readonly statement: CloseOutStatement }) {
  return (
    <div className="panel">
      <h2>Statement</h2>
      <StatementProof statement={statement} />
    </div>
  )
}
