import { CatchBoundary, RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Broken } from './figures/broken.tsx'
import type { PageSettings } from './service/page-settings.ts'
import type { pageRouter } from './routes.tsx'
import { ServiceProvider } from './service/service.tsx'
import { SessionProvider, useSession } from './session/session.tsx'

/** Nobody needs it who has chosen a key. */
const SignIn = lazy(async () => ({ default: (await import('./session/sign-in.tsx')).SignIn }))

const InvitationPage = lazy(async () => ({
  default: (await import('./session/invitation.tsx')).InvitationPage,
}))

interface PageParts {
  /** The fragment of the address, if it is that of an invitation. */
  readonly invitation?: string | undefined
  readonly settings: PageSettings
  readonly router: ReturnType<typeof pageRouter>
}

/** The whole page: where a key is chosen, and the screens for which it signs. */
export function Page({ settings, ...content }: PageParts) {
  return (
    <CatchBoundary getResetKey={() => 0} errorComponent={Broken}>
      <SessionProvider settings={settings}>
        <Content settings={settings} {...content} />
      </SessionProvider>
    </CatchBoundary>
  )
}

function Content({ settings, router, invitation }: PageParts) {
  const { active, offered } = useSession()
  const [invited, setInvited] = useState(invitation)
  if (invited !== undefined) {
    return (
      <Suspense>
        <InvitationPage
          fragment={invited}
          settings={settings}
          close={() => {
            setInvited(undefined)
          }}
        />
      </Suspense>
    )
  }
  if (active === undefined || offered !== undefined) {
    return (
      <Suspense>
        <SignIn settings={settings} />
      </Suspense>
    )
  }
  return (
    <ServiceProvider settings={settings} profile={active} key={active.id}>
      <RouterProvider router={router} />
    </ServiceProvider>
  )
}
