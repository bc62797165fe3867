import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readPageSettings } from './service/page-settings.ts'
import { pageRouter } from './routes.tsx'
import { applyTheme } from './figures/theme.ts'
import { ServiceProvider } from './service/service.tsx'
import { SessionProvider, useSession } from './session/session.tsx'
import { SignIn } from './session/sign-in.tsx'
import './tokens.css'
import './controls.css'

const settings = readPageSettings()
const router = pageRouter(settings.path)

function Page() {
  const { active, offered } = useSession()
  if (active === undefined || offered !== undefined) return <SignIn settings={settings} />
  return (
    <ServiceProvider settings={settings} profile={active} key={active.id}>
      <RouterProvider router={router} />
    </ServiceProvider>
  )
}

applyTheme()
const root = document.getElementById('page')
if (root === null) throw new Error('the page has no place for its content')
createRoot(root).render(
  <StrictMode>
    <SessionProvider settings={settings}>
      <Page />
    </SessionProvider>
  </StrictMode>,
)
