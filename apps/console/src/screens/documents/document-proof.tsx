import type { DocumentWithContent } from '@vadium/client'
import { verifyDocument } from '@vadium/margin'
import { canonicalJson } from '@vadium/schema'
import { useEffect, useMemo, useState } from 'react'
import page from '../../figures/page.module.css'
import { RecomputedHere } from '../../figures/recomputed-here.tsx'
import { sha256Of } from '../../service/document-file.ts'

/** A longer content is not shown: the PDF has it. */
const shownMax = 200_000

/** The content of a document, with its digest and its figures recomputed in this browser. */
export function DocumentProof({
  document: { content, content_sha256: expected },
}: {
  readonly document: DocumentWithContent
}) {
  const verification = useMemo(() => verifyDocument(content), [content])
  const text = useMemo(() => JSON.stringify(content, null, 2), [content])
  const digest = useDigest(content)
  const differences =
    digest === undefined || digest === expected
      ? verification.differences
      : [
          { member: 'content_sha256', expected: digest, actual: expected },
          ...verification.differences,
        ]
  return (
    <section>
      <h2>The content</h2>
      {digest !== undefined && (
        <RecomputedHere
          of={{ ok: differences.length === 0, differences }}
          advice="Do not rely on this document."
        />
      )}
      {verification.notCovered.length > 0 && (
        <p className={page['fine']}>Not covered: {verification.notCovered.join('; ')}.</p>
      )}
      {text.length > shownMax ? (
        <p className={page['fine']}>The content is too long to be shown here. The PDF has it.</p>
      ) : (
        <details>
          <summary>What it says, as JSON</summary>
          <pre className={page['raw']} tabIndex={0} role="region" aria-label="The content">
            {text}
          </pre>
        </details>
      )}
    </section>
  )
}

/** The SHA-256 of the canonical bytes of a content. Undefined until it is computed. */
function useDigest(content: DocumentWithContent['content']): string | undefined {
  const [digest, setDigest] = useState<string>()
  useEffect(() => {
    let isShown = true
    void sha256Of(new TextEncoder().encode(canonicalJson(content))).then((computed) => {
      if (isShown) setDigest(computed)
    })
    return () => {
      isShown = false
    }
  }, [content])
  return digest
}
