import { createWallet, listWallets, retireWallet } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { WalletService } from './wallet.service.ts'

interface Options {
  readonly wallets: WalletService
  readonly lists: Lists
}

export const walletRoutes: FastifyPluginCallback<Options> = (app, { wallets, lists }, done) => {
  app.operation(createWallet, ({ tx, body }) => wallets.create(tx, body))
  app.operation(retireWallet, ({ tx, caller, body }) => wallets.retire(tx, caller, body.wallet_id))
  app.operation(listWallets, ({ caller, query }) =>
    lists.answer(listWallets, caller, query, 'wallets', (after, pageSize) =>
      wallets.page(caller, query.organization_id, { after, pageSize }),
    ),
  )
  done()
}
