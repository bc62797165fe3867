import { useLocation, useRouter } from '@tanstack/react-router'
import { later } from '../figures/later.tsx'
import { PopOver } from '../figures/pop-over.tsx'
import type { ChosenColumn } from './column.ts'
import { isSame, useViews } from './view-list.ts'
import styles from './data-table.module.css'

const ViewSettings = later(
  async () => (await import('./view-settings.tsx')).ViewSettings,
  'the views',
)

/** The saved views of the list, each a link, and what saves the present one. */
export function Views({ chosen }: { readonly chosen: readonly ChosenColumn[] }) {
  const [views] = useViews()
  const router = useRouter()
  const { publicHref, searchStr } = useLocation()
  const [path = ''] = publicHref.split('?')
  return (
    <>
      {views.length > 0 && (
        <nav aria-label="Saved views" className={styles['views']}>
          {views.map(({ name, search }) => (
            <a
              key={name}
              className="button quiet"
              href={`${path}${search}`}
              aria-current={isSame(search, searchStr) ? 'page' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                router.history.push(`${path}${search}`)
              }}
            >
              {name}
            </a>
          ))}
        </nav>
      )}
      <PopOver button="Views" name="Saved views of this list" isLate>
        {() => <ViewSettings chosen={chosen} />}
      </PopOver>
    </>
  )
}
