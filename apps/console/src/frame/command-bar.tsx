import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from '../figures/dialog.tsx'
import { ErrorText } from '../figures/states.tsx'
import { type Command, searchedIn, useCommands } from './command-list.ts'
import styles from './command-bar.module.css'

/** So long nobody types before the service is asked. */
const pauseMs = 200

/** All words of what is typed, in any order. */
function matches({ text, kind, also = '' }: Command, typed: string): boolean {
  const words = typed.toLowerCase().replaceAll('#', ' ').split(/\s+/)
  const within = `${text} ${kind} ${also}`.toLowerCase()
  return words.every((word) => within.includes(word))
}

/** Goes anywhere and begins anything, by a name, a number, an id or a few letters of them. */
export function CommandBar({ close }: { readonly close: () => void }) {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const searched = usePaused(searchedIn(typed))
  const { commands, found, isCut } = useCommands(searched)
  const offered = commands.filter((command) => matches(command, typed))
  const current = Math.min(at, offered.length - 1)
  const listId = useId()
  const idOf = (index: number) => `${listId}-${index}`
  const go = ({ place }: Command) => {
    close()
    void router.navigate(place)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offered[current]
    if (event.key === 'Enter' && chosen !== undefined) go(chosen)
    else if (event.key === 'ArrowDown') setAt(current + 1 < offered.length ? current + 1 : 0)
    else if (event.key === 'ArrowUp') setAt(current > 0 ? current - 1 : offered.length - 1)
    else return
    event.preventDefault()
  }
  const isLooking = found.isFetching || searched !== searchedIn(typed)
  return (
    <Dialog title="Search or go to" close={close}>
      <input
        // It opens to be written in.
        autoFocus
        type="search"
        role="combobox"
        aria-label="Order, name, id or screen"
        aria-expanded={offered.length > 0}
        aria-controls={listId}
        aria-activedescendant={current < 0 ? undefined : idOf(current)}
        autoComplete="off"
        maxLength={128}
        placeholder="call 1018 · Kestrel · BTC · an id · a screen"
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value)
          setAt(0)
        }}
      />
      <ul role="listbox" aria-label="Where to" id={listId} className={styles['list']}>
        {offered.map((command, index) => (
          <Offer
            key={command.id}
            id={idOf(index)}
            command={command}
            isCurrent={index === current}
            go={() => {
              go(command)
            }}
          />
        ))}
      </ul>
      <p role="status" className={styles['none']}>
        {isLooking && 'Looking …'}
        {!isLooking && offered.length === 0 && `Nothing that you may read is called ${typed}.`}
        {!isLooking && isCut && 'More than these may begin so: type more of the id.'}
      </p>
      {searched !== '' && found.isError && <ErrorText error={found.error} />}
    </Dialog>
  )
}

function Offer({
  id,
  command: { text, kind },
  isCurrent,
  go,
}: {
  readonly id: string
  readonly command: Command
  readonly isCurrent: boolean
  readonly go: () => void
}) {
  const offer = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) offer.current?.scrollIntoView({ block: 'nearest' })
  }, [isCurrent])
  return (
    <li
      ref={offer}
      id={id}
      role="option"
      aria-selected={isCurrent}
      className={styles['item']}
      onClick={go}
    >
      <span>{text}</span>
      <span className={styles['kind']}>{kind}</span>
    </li>
  )
}

/** A text once it has not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => {
      setPaused(text)
    }, pauseMs)
    return () => {
      clearTimeout(timer)
    }
  }, [text])
  return paused
}
