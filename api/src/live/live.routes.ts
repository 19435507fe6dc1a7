import { listen } from '@sente/contract/live';
import type { FastifyInstance } from 'fastify';
import type { FindActor } from '../http/actor.ts';
import { authenticate } from '../http/route-checks.ts';
import type { Live } from './live.ts';

/** Outside the table of calls: its answer does not end. */
export function serveLive(api: FastifyInstance, live: Live, findActor: FindActor): void {
  api.get(
    listen.path,
    {
      config: { endpointName: 'live.listen' },
      onRequest: (request) => authenticate(listen, request, findActor),
    },
    (request, reply) => {
      if (!request.actor) throw new Error('authenticate has set it');
      reply.type('text/event-stream').header('cache-control', 'no-store, no-transform');
      // A proxy in front would otherwise collect events before it passes them on.
      reply.header('x-accel-buffering', 'no');
      return reply.send(live.open(request.actor));
    },
  );
  // The server closes when all answers have ended.
  api.addHook('preClose', () => live.stop());
}
