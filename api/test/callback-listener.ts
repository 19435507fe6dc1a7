import fastify from 'fastify';
import type { Connector, NetworkCallback } from '../src/payments/networks/connector.ts';

/** Receives the callbacks of a test and parses them with their connector. */
export interface CallbackListener {
  readonly url: string;
  readonly received: NetworkCallback[];
  connectors: readonly Connector[];
  stop(): Promise<void>;
}

export async function startListener(): Promise<CallbackListener> {
  const app = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 200 } });
  const received: NetworkCallback[] = [];
  const listener = { connectors: [] as readonly Connector[] };
  const handler = async (request: { url: string; headers: object; body: unknown }) => {
    const [, , name = '', path = ''] = request.url.split('/');
    const connector = listener.connectors.find(({ network }) => network === name.toUpperCase());
    const callback = connector?.readCallback({
      path,
      headers: {},
      body: request.body,
      text: JSON.stringify(request.body),
    });
    if (callback) received.push(callback);
    return {};
  };
  app.route({ method: ['POST', 'PUT'], url: '/callbacks/*', handler });
  const address = new URL(await app.listen({ host: 'localhost', port: 0 }));
  const url = `http://localhost:${address.port}`;
  return Object.assign(listener, { url, received, stop: () => app.close() });
}
