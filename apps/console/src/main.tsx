import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyTheme } from './figures/theme.ts'
import { readPageSettings } from './service/page-settings.ts'
import { Page } from './page.tsx'
import { addressHasInvitation, takeInvitationFromAddress } from './session/invitation-in-address.ts'
import { pageRouter } from './routes.tsx'
import './tokens.css'
import './controls.css'
import './print.css'

const settings = readPageSettings()

applyTheme()
// Before the router reads the address.
const invitation = takeInvitationFromAddress()
window.addEventListener('hashchange', () => {
  if (addressHasInvitation()) location.reload()
})
const root = document.getElementById('page')
if (root === null) throw new Error('the page has no place for its content')
createRoot(root).render(
  <StrictMode>
    <Page settings={settings} router={pageRouter(settings.path)} invitation={invitation} />
  </StrictMode>,
)
