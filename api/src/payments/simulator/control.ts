import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Network } from './network.ts';

const maxDelayMs = 3_600_000;
const settings = z.strictObject({
  delayMs: z.optional(z.int().check(z.gte(0), z.lte(maxDelayMs))),
  isOut: z.optional(z.boolean()),
  tellsFloat: z.optional(z.boolean()),
});

export interface SimulatorControl {
  setDelay(delayMs: number): void;
  setOut(isOut: boolean): void;
  setTellsFloat(tellsFloat: boolean): void;
}

/** For tests and tools: reads orders and movements, and sets how the networks behave. */
export function serveControl(
  app: FastifyInstance,
  network: Network,
  control: SimulatorControl,
): void {
  app.get('/simulator/orders', async () => network.orders.all());

  app.get('/simulator/totals', async () => {
    const orders = network.orders.all();
    const sum = (direction: string): number =>
      orders
        .filter((order) => order.direction === direction)
        .reduce((total, { executions, amount }) => total + executions * amount, 0);
    return {
      orders: orders.length,
      open: orders.filter(({ state }) => state === 'open').length,
      executedMoreThanOnce: orders.filter(({ executions }) => executions > 1).length,
      collected: sum('collection'),
      paidOut: sum('payout'),
      tokens: network.tokens.count(),
    };
  });

  app.put('/simulator/settings', async (request, reply) => {
    const body = settings.safeParse(request.body).data;
    if (!body) return reply.code(400).send({ message: 'delayMs, isOut and tellsFloat can be set' });
    if (body.delayMs !== undefined) control.setDelay(body.delayMs);
    if (body.isOut !== undefined) control.setOut(body.isOut);
    if (body.tellsFloat !== undefined) control.setTellsFloat(body.tellsFloat);
    return {};
  });

  /** Other keys for signatures and PINs, as after the end of their validity. */
  app.delete('/simulator/encryption-keys', async () => {
    network.keyPair.rotate();
    return {};
  });

  /** Expires all access tokens. */
  app.delete('/simulator/tokens', async () => {
    network.tokens.revokeAll();
    return {};
  });
}
