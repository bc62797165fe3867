import { createAsset, listAssets } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { AssetService } from './asset.service.ts'

interface Options {
  readonly assets: AssetService
  readonly lists: Lists
}

export const assetRoutes: FastifyPluginCallback<Options> = (app, { assets, lists }, done) => {
  app.operation(createAsset, ({ tx, body }) => assets.create(tx, body))
  app.operation(listAssets, ({ caller, query }) =>
    lists.answer(listAssets, caller, query, 'assets', (after, pageSize) =>
      assets.page(caller, { after, pageSize }),
    ),
  )
  done()
}
