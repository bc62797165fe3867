import { Choice } from '../figures/choice.tsx'
import { type ChosenColumn, type ColumnHead, columnsText } from './column.ts'
import type { TableSearch } from './table-search.ts'
import { densities, useTableLook } from './table-look.ts'
import styles from './table-settings.module.css'

/** How a table is shown: its groups, the height of its rows, its columns. */
export function TableSettings({
  name,
  columns,
  chosen,
  search,
  change,
}: {
  /** Of the table. */
  readonly name: string
  /** Those that can be chosen. */
  readonly columns: readonly ColumnHead[]
  readonly chosen: readonly ChosenColumn[]
  readonly search: TableSearch
  readonly change: (changed: TableSearch) => void
}) {
  const [look, setLook] = useTableLook(name)
  const choose = (text: string | undefined) => {
    setLook({ columns: text })
    change({ columns: text })
  }
  const groups = columns.filter(({ groups: can }) => can === true)
  return (
    <div className={styles['settings']}>
      {groups.length > 0 && (
        <Choice
          label="Group by"
          any="nothing"
          value={search.group}
          options={groups.map(({ id, name: label }) => ({ value: id, name: label }))}
          choose={(group) => {
            change({ group })
          }}
        />
      )}
      <Choice
        label="Rows"
        any="regular"
        value={look.density === 'regular' ? undefined : look.density}
        options={densities
          .filter((density) => density !== 'regular')
          .map((density) => ({ value: density, name: density }))}
        choose={(chosen) => {
          setLook({ density: densities.find((density) => density === chosen) ?? 'regular' })
        }}
      />
      <ColumnChoice columns={columns} chosen={chosen} choose={choose} />
      <button
        type="button"
        className="button"
        onClick={() => {
          choose(undefined)
        }}
      >
        Columns as at first
      </button>
    </div>
  )
}

function ColumnChoice({
  columns,
  chosen,
  choose,
}: {
  readonly columns: readonly ColumnHead[]
  readonly chosen: readonly ChosenColumn[]
  readonly choose: (columns: string) => void
}) {
  const without = (id: string) => chosen.filter(({ column }) => column.id !== id)
  return (
    <fieldset className={styles['columns']}>
      <legend>Columns</legend>
      {columns.map((column) => {
        const { id, name } = column
        const now = chosen.find((one) => one.column.id === id)
        return (
          <div key={id}>
            <label>
              <input
                type="checkbox"
                checked={now !== undefined}
                // A table without a column shows nothing.
                disabled={now !== undefined && chosen.length === 1}
                onChange={() => {
                  choose(
                    columnsText(
                      now === undefined ? [...chosen, { column, isPinned: false }] : without(id),
                    ),
                  )
                }}
              />
              {name}
            </label>
            <label>
              <input
                type="checkbox"
                aria-label={`${name} stays in place`}
                checked={now?.isPinned === true}
                disabled={now === undefined}
                onChange={() => {
                  choose(
                    columnsText([...without(id), { column, isPinned: now?.isPinned !== true }]),
                  )
                }}
              />
              stays in place
            </label>
          </div>
        )
      })}
    </fieldset>
  )
}
