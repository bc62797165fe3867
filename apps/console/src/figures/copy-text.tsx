import { useState } from 'react'
import { Button } from './button.tsx'
import page from './page.module.css'

/** A text to hand on: an id, a public key, a proof. */
export function CopyText({ text, name }: { readonly text: string; readonly name: string }) {
  const [copied, setCopied] = useState<string>()
  return (
    <span className={page['copy']}>
      <code className={page['wrapped']}>{text}</code>
      <Button
        className="button"
        aria-label={`Copy ${name}`}
        onPress={() => {
          void navigator.clipboard.writeText(text).then(() => {
            setCopied(text)
          })
        }}
      >
        {copied === text ? 'Copied' : 'Copy'}
      </Button>
    </span>
  )
}
