import type { FastifyInstance, RouteHandlerMethod } from 'fastify'

/** The methods of a public path. HEAD answers what GET would, without the body. */
export const publicMethods = ['GET', 'HEAD']

/** Serves a path to everybody, without a signature, within the public budget of an address. */
export function servePublic(app: FastifyInstance, url: string, handler: RouteHandlerMethod): void {
  app.route({ method: publicMethods, url, config: { open: true }, handler })
}
