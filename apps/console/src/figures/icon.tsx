/** Drawn on a square of 16, by lines of one and a half. */
const drawings = {
  approval: 'M2.5 8.5l3.5 3.5 7.5-8',
  audit: 'M4 2h6l3 3v9H4zM6.5 7h4M6.5 10h4',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.5 14.5h3',
  book: 'M3 2.5h10v11H3zM6 2.5v11',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  call: 'M8 2v7M4.5 6L8 9.5 11.5 6M2.5 13h11',
  chat: 'M2.5 3h11v8H7l-3 2.5V11H2.5z',
  counterparty:
    'M5 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4M11 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4M1.5 13c.3-3 6.7-3 7 0M9.5 10.5c1.5-1 4.7-.5 5 2.5',
  document: 'M4 2h5.5L12 4.5V14H4zM9 2v3h3',
  default: 'M8 2l6 11.5H2zM8 6.5v3.5M8 11.8v.2',
  key: 'M5.5 12.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M7.7 7.3L13 2M11 4l2 2',
  person: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6M2.5 14c.5-5 10.5-5 11 0',
  position: 'M2.5 13V8M6.2 13V4M9.8 13V6.5M13.5 13V2.5',
  price: 'M2 11l4-4 3 3 5-6M10 4h4v4',
  report: 'M4 2h8v12H4zM6.5 11V8M9.5 11V5.5',
  request: 'M2.5 5.5h9L9 3M13.5 10.5h-9L7 13',
  sandbox: 'M8 2l5.5 3v6L8 14l-5.5-3V5zM8 8v6M8 8l5.5-3M8 8L2.5 5',
  stalled: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M6.5 6v4M9.5 6v4',
  today: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.5V8l2.5 1.5',
  transfer: 'M2 8h11M9.5 4.5L13 8l-3.5 3.5',
  wallet: 'M2 4.5h11.5v9H2zM2 4.5L11 2v2.5M10.5 9h3',
  mail: 'M2 4h12v8.5H2zM2 4.5l6 4.5 6-4.5',
  webhook:
    'M6 6a2.5 2.5 0 1 1 3.5 0l2 4M5.5 7L4 10M4 13.5a1.8 1.8 0 1 0 0-3.5 1.8 1.8 0 0 0 0 3.5M12 13.5a1.8 1.8 0 1 0 0-3.5 1.8 1.8 0 0 0 0 3.5M6 12h4',
  whatIf: 'M5.5 6a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M8 13v.2',
} as const

export type IconName = keyof typeof drawings

/** A sign beside a word, which says the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={drawings[name]} />
    </svg>
  )
}
