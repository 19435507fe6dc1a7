import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../http/app-error.ts';
import type { Callbacks } from './callbacks.ts';

const bodyLimitBytes = 64 * 1024;

/** Callbacks of the networks, outside the contract: the responses follow the networks' formats. */
export function serveCallbacks(app: FastifyInstance, callbacks: Callbacks): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const { network, '*': path = '' } = request.params as { network: string; '*'?: string };
    const { headers } = request;
    const text = typeof request.body === 'string' ? request.body : '';
    const answer = await callbacks.receive(network.toUpperCase(), {
      path,
      headers,
      text,
      body: parseAny(text),
    });
    if (answer === 'unreadable') throw notFound('No such payment');
    if (answer === 'not-proven') throw new AppError('forbidden', { message: 'Not proven' });
    if (answer === 'not-kept') throw new AppError('unavailable', { message: 'Send it again' });
    void reply.header('cache-control', 'no-store');
    return {};
  };
  // The networks send callbacks under various content types, and sometimes under none.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    for (const url of ['/callbacks/:network', '/callbacks/:network/*']) {
      scope.route({ method: ['POST', 'PUT'], url, bodyLimit: bodyLimitBytes, handler });
    }
  });
}

/** JSON, or the fields of a form; a callback that is neither is unreadable. */
function parseAny(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}
