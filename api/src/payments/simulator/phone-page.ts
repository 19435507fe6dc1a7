import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { servePage } from '../../http/small-page.ts';
import { magicNumbers } from './magic-numbers.ts';
import type { Network } from './network.ts';
import type { Order } from './order.ts';

const files = { '/': 'phone.html', '/phone.css': 'phone.css', '/phone.js': 'phone.js' };
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const shownFinished = 12;

const decision = z.strictObject({ isApproved: z.boolean() });

/** The page that shows all phones, on which a person approves or declines payments. */
export function servePhonePage(
  app: FastifyInstance,
  network: Network,
  { delayMs, hasMailbox }: { readonly delayMs: () => number; readonly hasMailbox: boolean },
): void {
  servePage(app, { folder: new URL('page/', import.meta.url), files, policy });

  app.get('/simulator/phones', async (_request, reply) => {
    const orders = network.orders.all();
    const prompts = orders.filter(isPrompt).map((order) => promptOf(order, delayMs()));
    const finished = orders
      .filter(({ finishedAt }) => finishedAt !== null)
      .toSorted((a, b) => (b.finishedAt ?? 0) - (a.finishedAt ?? 0))
      .slice(0, shownFinished)
      .map(finishedOf);
    return reply
      .header('cache-control', 'no-store')
      .send({ prompts, finished, magicNumbers, hasMailbox });
  });

  app.put<{ Params: { id: string } }>('/simulator/phones/:id', async (request, reply) => {
    const body = decision.safeParse(request.body).data;
    if (!body) return reply.code(400).send({ message: 'Say whether it is approved' });
    const isDone = network.orders.decide(request.params.id, body.isApproved);
    return isDone
      ? reply.send({})
      : reply.code(409).send({ message: 'This prompt is no longer open' });
  });
}

function isPrompt({ state, direction, behaviour }: Order): boolean {
  return state === 'open' && direction === 'collection' && behaviour !== 'never known';
}

function promptOf(order: Order, delayMs: number): object {
  const waits = order.behaviour === 'waits for a person';
  return {
    id: order.id,
    network: order.network,
    phoneNumber: order.phoneNumber,
    amount: order.amount,
    message: order.message,
    transactionId: order.transactionId,
    behaviour: order.behaviour,
    /** Time at which it continues automatically; null for never. */
    decidesInMs: waits ? null : Math.max(0, order.createdAt + delayMs - Date.now()),
  };
}

function finishedOf(order: Order): object {
  const { id, network, direction, phoneNumber, amount, state, refusal, finishedAt } = order;
  return { id, network, direction, phoneNumber, amount, state, refusal, finishedAt };
}
