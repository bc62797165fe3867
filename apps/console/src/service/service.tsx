import { fetchTransport, VadiumClient, webKeySigner } from '@vadium/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Profile } from '../keys/profiles.ts'
import { Batches } from './batches.ts'
import { CallLog } from './call-log.ts'
import { LiveEvents } from './live-events.ts'
import type { PageSettings } from './page-settings.ts'
import { failedMs } from './queries.ts'

/** The service as one profile sees it. */
export interface Service {
  readonly client: VadiumClient
  readonly calls: CallLog
  readonly live: LiveEvents
  readonly batches: Batches
  /** The address of the service, base path included. */
  readonly url: string
}

const ServiceContext = createContext<Service | undefined>(undefined)

export function useService(): Service {
  const service = useContext(ServiceContext)
  if (service === undefined) throw new Error('useService needs a ServiceProvider')
  return service
}

export const useClient = (): VadiumClient => useService().client

/**
 * Connects the screens to the service. Another profile needs another provider, with a new cache: it
 * may see other data. The same profile may be read again, as another object.
 */
export function ServiceProvider({
  settings,
  profile,
  children,
}: {
  readonly settings: PageSettings
  readonly profile: Profile
  readonly children: ReactNode
}) {
  const [{ queries, service }] = useState(() => {
    const calls = new CallLog()
    const client = new VadiumClient({
      baseUrl: settings.serviceUrl,
      signer: webKeySigner(profile.key),
      transport: calls.logged(fetchTransport()),
    })
    const queryClient = new QueryClient({
      // The SDK repeats what may be repeated.
      defaultOptions: {
        queries: {
          retry: false,
          staleTime: 2_000,
          gcTime: 300_000,
          refetchInterval: failedMs,
          // Without a network a reading fails, and the screen says so, instead of waiting unseen.
          networkMode: 'always',
        },
      },
    })
    return {
      queries: queryClient,
      service: {
        client,
        calls,
        live: new LiveEvents(client, queryClient),
        batches: new Batches(client, queryClient, profile.id),
        url: settings.serviceUrl,
      },
    }
  })

  useEffect(
    () => () => {
      service.batches.stop()
    },
    [service],
  )

  return (
    <QueryClientProvider client={queries}>
      <ServiceContext value={service}>{children}</ServiceContext>
    </QueryClientProvider>
  )
}
