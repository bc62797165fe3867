import type { FoundResource } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { ErrorText } from '../figures/states.tsx'
import { searchQuery } from '../service/history-queries.ts'
import { useRead } from '../service/read.ts'
import styles from './search.module.css'

/** Finds by an order number, an id or a request id. The key `/` goes to it. */
export function Search() {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const id = useId()
  useEffect(() => {
    const goToSearch = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isWriting(event.target)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', goToSearch)
    return () => {
      document.removeEventListener('keydown', goToSearch)
    }
  }, [])
  const close = () => {
    setAsked('')
  }
  return (
    <search className={styles['search']}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(text.trim().replace(/^#/, ''))
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
      >
        <label htmlFor={id} className="visually-hidden">
          Order number, id or request id
        </label>
        <input
          id={id}
          ref={input}
          type="search"
          autoComplete="off"
          maxLength={128}
          placeholder="Order number or id  ( / )"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            if (target.value === '') close()
          }}
        />
      </form>
      {asked !== '' && <Found query={asked} close={close} />}
    </search>
  )
}

function Found({ query, close }: { readonly query: string; readonly close: () => void }) {
  const found = useRead(searchQuery, query)
  return (
    <div
      className={styles['found']}
      role="status"
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
    >
      {found.isPending && <p>Looking for {query} …</p>}
      {found.isError && <ErrorText error={found.error} />}
      {found.data?.results.length === 0 && (
        <p>Nothing that you may read has the number or id {query}.</p>
      )}
      {found.data !== undefined && found.data.results.length > 0 && (
        <ul>
          {found.data.results.map((result) => (
            <li key={`${result.kind} ${result.id}`}>
              <ResultLink result={result} close={close} />
              <span className={styles['kind']}>{result.kind.replaceAll('_', ' ')}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What has a screen of its own is linked. Of the rest, the label says what it is. */
function ResultLink({
  result: { kind, id, label, order_id: orderId },
  close,
}: {
  readonly result: FoundResource
  readonly close: () => void
}) {
  switch (kind) {
    case 'position':
      return (
        <Link to="/positions/$positionId" params={{ positionId: id }} onClick={close}>
          {label}
        </Link>
      )
    case 'mark_to_market_request':
      return (
        <Link to="/calls/$callId" params={{ callId: id }} onClick={close}>
          {label}
        </Link>
      )
    case 'transfer':
      return (
        <Link to="/transfers/$transferId" params={{ transferId: id }} onClick={close}>
          {label}
        </Link>
      )
    case 'order':
      return (
        <Link to="/orders/$orderId" params={{ orderId: id }} onClick={close}>
          {label}
        </Link>
      )
    case 'order_request':
      return (
        <Link to="/order-requests/$requestId" params={{ requestId: id }} onClick={close}>
          {label}
        </Link>
      )
    case 'agreement':
      return (
        <Link to="/agreements/$agreementId" params={{ agreementId: id }} onClick={close}>
          {label}
        </Link>
      )
    case 'approval':
      return (
        <Link to="/approvals/$approvalId" params={{ approvalId: id }} onClick={close}>
          {label}
        </Link>
      )
    case 'chat_entry':
      return (
        <Link to="/threads/$orderId" params={{ orderId: orderId ?? '' }} onClick={close}>
          {label}
        </Link>
      )
    default:
      return <span>{label}</span>
  }
}

/** Whether keys go to a field. */
function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
