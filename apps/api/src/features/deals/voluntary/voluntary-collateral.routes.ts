import { sendCollateral } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import { JsonText } from '../../../platform/json-text.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { VoluntaryCollateral } from './voluntary-collateral.service.ts'

interface Options {
  readonly voluntaryCollateral: VoluntaryCollateral
}

export const voluntaryCollateralRoutes: FastifyPluginCallback<Options> = (
  app,
  { voluntaryCollateral },
  done,
) => {
  app.operation(sendCollateral, async ({ tx, params, body }) => {
    const document = await voluntaryCollateral.send(tx, params.position_id, body)
    return document instanceof Refusal ? document : new JsonText(document)
  })
  done()
}
