import MiniSearch from 'minisearch'
import { options } from './search-options.js'

/** What one look shows. More words find fewer sections. */
const shownMax = 12

const form = document.querySelector('[role=search]')
const field = form.querySelector('input')
const list = form.querySelector('ul')
const count = form.querySelector('[role=status]')

let loading
/** The index of all sections, loaded for the first reader who searches. */
function sections() {
  loading ??= fetch('search.json')
    .then((answer) => {
      if (!answer.ok) throw new Error(`search.json: ${answer.status}`)
      return answer.text()
    })
    .then((text) => MiniSearch.loadJSON(text, options))
    .catch((error) => {
      loading = undefined
      throw error
    })
  return loading
}

function itemOf({ id, title, guide }) {
  const link = document.createElement('a')
  link.href = id
  link.textContent = title
  if (guide !== title) {
    const place = document.createElement('small')
    place.textContent = guide
    link.append(place)
  }
  const item = document.createElement('li')
  item.append(link)
  return item
}

function close() {
  list.hidden = true
  count.textContent = ''
}

async function show() {
  const words = field.value.trim()
  if (words === '') return close()
  const found = await sections().then(
    (index) => index.search(words),
    () => undefined,
  )
  // The reader has gone on typing.
  if (words !== field.value.trim()) return
  list.replaceChildren(...(found ?? []).slice(0, shownMax).map(itemOf))
  list.hidden = list.children.length === 0
  count.textContent = textOf(found)
}

function textOf(found) {
  if (found === undefined) return 'The search is not available.'
  if (found.length === 0) return 'Nothing was found.'
  return found.length === 1 ? '1 section' : `${found.length} sections`
}

/** Moves between the field and the links of the list, as the arrow keys say. */
function move(event) {
  const places = [field, ...list.querySelectorAll('a')]
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const next = step && places[places.indexOf(document.activeElement) + step]
  if (!next || list.hidden) return
  event.preventDefault()
  next.focus()
}

form.hidden = false
field.addEventListener('focus', () => void sections().catch(() => undefined), { once: true })
field.addEventListener('input', () => void show())
form.addEventListener('submit', (event) => {
  event.preventDefault()
  list.querySelector('a')?.click()
})
form.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return move(event)
  close()
  field.focus()
})
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) close()
})
list.addEventListener('click', close)
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches('input')
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  field.focus()
})
