import type { Document } from '@vadium/client'
import { documentTitles } from '@vadium/schema'
import { ResourceLink } from '../../figures/resource-link.tsx'
import { Instant } from '../../figures/time.tsx'

type Named = Pick<Document, 'kind' | 'revision'>

const titles: Readonly<Record<string, string>> = documentTitles

/** What a kind of document is called. */
export const kindWords = (kind: string): string => titles[kind] ?? kind.replaceAll('_', ' ')

/** The same of one document: a confirmation is made again, and replaces the one before. */
export const documentWords = ({ kind, revision }: Named): string =>
  revision === 1 ? kindWords(kind) : `${kindWords(kind)}, revision ${revision}`

const subjects: Readonly<Record<string, string>> = {
  confirmation: 'order',
  margin_call_notice: 'mark_to_market_request',
  close_out_statement: 'close_out',
}

/** What a document is about, in a text: an order, or a market cut. */
export const aboutText = ({ order_id_pretty: number, cut_time: cut }: Document): string =>
  number === null ? `market cut ${cut?.slice(0, 16).replace('T', ' ') ?? ''}` : `order ${number}`

/** The same with the way there. */
export function About({ document }: { readonly document: Document }) {
  const { kind, subject_id: subject, order_id_pretty: number, cut_time: cut } = document
  if (subject === null) return cut === null ? null : <Instant at={cut} />
  return (
    <>
      <ResourceLink resource={subjects[kind] ?? 'order'} id={subject} />
      {number !== null && ` ${kind === 'confirmation' ? '' : 'of order '}${number}`}
    </>
  )
}

/** The name under which the service gives the file. */
export const fileNameOf = ({ kind, id }: Pick<Document, 'kind' | 'id'>): string =>
  `${kind.replaceAll('_', '-')}-${id}.pdf`
