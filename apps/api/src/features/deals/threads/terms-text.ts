import { allTerms, eligibleTermWords, termChoices, termWords } from '@vadium/schema'

const choices = Object.entries(termChoices).map(
  ([value, words]) => `WHEN '${value}' THEN '${words}'`,
)

/** An eligible asset and its terms, given as jsonb, as `writtenTerm` of the schema writes it. */
const eligible = (one: string) => `format('%s (%s)', ${one} ->> 'asset', concat_ws(', ',
    ${eligibleTermWords.map(([term, [name, unit]]) => `'${name} ' || (${one} ->> '${term}') || '${unit}'`).join(',\n    ')}))`

/** Several values, given as jsonb, in a sentence. Null if there are none. */
const listed = (values: string) => `(
  SELECT string_agg(CASE jsonb_typeof(one) WHEN 'object' THEN ${eligible('one')}
    ELSE CASE one #>> '{}' ${choices.join(' ')} ELSE one #>> '{}' END END, ', ')
  FROM jsonb_array_elements(CASE jsonb_typeof(${values}) WHEN 'array' THEN ${values} END) AS one)`

/** One value, given as jsonb, in a sentence and with the unit of its term. */
const single = (value: string) => `
  CASE ${value} #>> '{}' ${choices.join(' ')}
    ELSE CASE jsonb_typeof(${value}) WHEN 'number' THEN trim_scale((${value} #>> '{}')::numeric)::text
      ELSE ${value} #>> '{}' END || word.unit END`

/** The value of a term, given as jsonb, in a sentence. */
const written = (value: string) => `
  coalesce(CASE jsonb_typeof(${value}) WHEN 'array' THEN ${listed(value)}
    ELSE ${single(value)} END, word.without)`

const words = allTerms.map((term, place) => {
  const { name, unit, without = 'none' } = termWords[term]
  return `(${place}, '${term}', '${name.toLowerCase()}', '${unit === undefined ? '' : ` ${unit}`}', '${without}')`
})

/**
 * In which terms two rows of `margin_terms` differ, as SQL: `requirement from 150 % to 140 %, …`.
 */
export const termsDifference = (before: string, after: string) => `(
  SELECT coalesce(string_agg(format('%s from %s to %s', word.name, ${written('was.value')},
    ${written('becomes.value')}), ', ' ORDER BY word.place), 'all terms are as before')
  FROM (VALUES ${words.join(', ')}) AS word (place, term, name, unit, without)
  CROSS JOIN LATERAL (SELECT to_jsonb(${before}) -> word.term AS value) was
  CROSS JOIN LATERAL (SELECT to_jsonb(${after}) -> word.term AS value) becomes
  WHERE was.value IS DISTINCT FROM becomes.value)`
