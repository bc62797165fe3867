import { createHash } from 'node:crypto'

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** An id that an entry keeps wherever the guides are served (RFC 4122, version 8). */
function idOf(name) {
  const hex = createHash('sha256').update(`vadium ${name}`).digest('hex')
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
  ]
  return `urn:uuid:${parts.join('-')}-${hex.slice(20, 32)}`
}

const sections = /<h2 id="(\d{4}-\d\d-\d\d)">.*?<\/h2>\n([\s\S]*?)(?=<h2 |$)/g

/**
 * The feed of a guide whose sections are named by days: an entry for each (RFC 4287). A day with
 * more changes than before keeps its id.
 */
export function feed({ title, name, html }) {
  const entries = [...html.matchAll(sections)].map(([, day, content]) => ({ day, content }))
  if (entries.length === 0) throw new Error(`${name} has no section that is named by a day`)
  const days = entries.map(({ day }) => day)
  if (days.some((day, place) => place > 0 && day >= days[place - 1])) {
    throw new Error(`the days of ${name} are not in order, the newest first`)
  }
  const texts = entries.map(
    ({ day, content }) => `  <entry>
    <id>${idOf(`${name} ${day}`)}</id>
    <title>${day}</title>
    <updated>${day}T00:00:00Z</updated>
    <link href="${name}#${day}"/>
    <content type="html">${escaped(content.trim())}</content>
  </entry>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${idOf(name)}</id>
  <title>Vadium: ${escaped(title)}</title>
  <updated>${days[0]}T00:00:00Z</updated>
  <author><name>Vadium</name></author>
  <link href="${name}"/>
  <link rel="self" href="${name}.atom"/>
${texts.join('\n')}
</feed>
`
}
