import { createRootRoute } from '@tanstack/react-router'
import { Frame } from './frame/frame.tsx'
import { LeaveGuard } from './frame/leave-guard.tsx'
import { NoSuchPage } from './frame/no-such-page.tsx'

/** What every screen is in. */
export const root = createRootRoute({
  component: () => (
    <>
      <Frame />
      <LeaveGuard />
    </>
  ),
  notFoundComponent: NoSuchPage,
})
