import type { CloseOutStatement } from '@vadium/client'
import { StatementProof } from '../statements/statement-proof.tsx'

/** The statement of a termination. */
export function Statement({ statement }: { readonly statement: CloseOutStatement }) {
  return (
    <div className="panel">
      <h2>Statement</h2>
      <StatementProof statement={statement} />
    </div>
  )
}
