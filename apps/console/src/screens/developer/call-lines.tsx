import { signWebRequest } from '@vadium/client'
import { commandLine, curlLine, signatureWindowMs } from '@vadium/schema'
import { type ReactNode, useState } from 'react'
import { Button } from '../../figures/button.tsx'
import type { LoggedCall } from '../../service/call-log.ts'
import { useService } from '../../service/service.tsx'
import { useActiveProfile } from '../../session/session.tsx'
import styles from './developer.module.css'
import { type KnownCall, sdkSnippet } from './known-call.ts'

/** One call as curl, as a command and as a program. None of them contains a secret. */
export function CallLines({
  call,
  known,
}: {
  readonly call: LoggedCall
  readonly known: KnownCall | undefined
}) {
  const { url } = useService()
  if (known === undefined || !known.operation.safe || call.method !== 'GET') {
    return (
      <p>
        <code>
          {call.method} {call.target}
        </code>{' '}
        is not written as a line: it may have a body, and the page keeps none.
      </p>
    )
  }
  const { operation, params, query } = known
  return (
    <div className={styles['lines']}>
      <SignedLine call={call} />
      <Line name="Command line" text={commandLine(operation, { ...params, ...query })} />
      <Line name="SDK" text={sdkSnippet(known, url)} />
    </div>
  )
}

/** A line is signed when it is asked for, because it is valid once and for a short time. */
function SignedLine({ call: { method, target } }: { readonly call: LoggedCall }) {
  const { url } = useService()
  const { key } = useActiveProfile()
  const [line, setLine] = useState<string>()
  const sign = async () => {
    const headers = await signWebRequest({ method, target }, key)
    const { origin } = new URL(url)
    setLine(curlLine({ method, origin, target, headers: { ...headers } }))
  }
  return (
    <Line
      name="curl"
      text={line}
      note={`Signed with your key when you ask for it: valid once, for ${signatureWindowMs / 1000} seconds.`}
    >
      <Button className="button" onPress={() => void sign()}>
        {line === undefined ? 'Sign a line' : 'Sign another'}
      </Button>
    </Line>
  )
}

function Line({
  name,
  text,
  note,
  children,
}: {
  readonly name: string
  readonly text: string | undefined
  readonly note?: string
  readonly children?: ReactNode
}) {
  const [isCopied, setIsCopied] = useState(false)
  const copy = async (copied: string) => {
    await navigator.clipboard.writeText(copied)
    setIsCopied(true)
  }
  return (
    <section className={styles['line']} aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span>
          {children}{' '}
          {text !== undefined && (
            <Button className="button" onPress={() => void copy(text)}>
              {isCopied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </span>
      </header>
      {text !== undefined && <pre tabIndex={0}>{text}</pre>}
      {note !== undefined && <p>{note}</p>}
    </section>
  )
}
