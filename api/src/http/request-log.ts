import type { FastifyInstance } from 'fastify';

/** One line per request from an allow-list: no bodies, headers, query strings or raw paths. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        endpoint: request.routeOptions.config.endpointName,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        userId: request.actor?.userId,
        channelId: request.caller?.channelId,
        address: request.ip,
      },
      'request',
    );
    done();
  });
}
