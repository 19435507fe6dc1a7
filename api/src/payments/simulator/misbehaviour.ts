import type { FastifyReply } from 'fastify';
import { behaviourOf } from './magic-numbers.ts';
import type { Order } from './order.ts';
import type { NewOrder } from './orders.ts';
import type { Network } from './network.ts';

/** How an interface responds to an order. */
export interface Sayings {
  readonly accepted: (reply: FastifyReply, order: Order) => FastifyReply;
  readonly known: (reply: FastifyReply) => FastifyReply;
  readonly refused: (reply: FastifyReply) => FastifyReply;
}

const errorsAtFirst = 3;

/** Accepts an order according to the behaviour of its number. */
export async function takeOrder(
  network: Network,
  reply: FastifyReply,
  given: NewOrder,
  say: Sayings,
): Promise<FastifyReply> {
  const behaviour = (await network.chosenFor(given)) ?? behaviourOf(given.phoneNumber);
  if (failsForNow(network, given.id, behaviour)) return outOfOrder(reply);
  if (behaviour === 'request refused') return say.refused(reply);
  const order = network.orders.add(given, behaviour);
  if (!order) return say.known(reply);
  switch (behaviour) {
    case 'never answers':
      return reply.hijack();
    case 'answer lost':
      reply.raw.destroy();
      return reply.hijack();
    case 'unreadable answer':
      return reply.type('text/html').send('<html><body>Bad gateway, please wait</body></html>');
    case 'callback before the answer':
      await network.orders.payNow(order);
      return say.accepted(reply, order);
    case 'forged callback':
      void network.callbacks.forge(order);
      return say.accepted(reply, order);
    default:
      return say.accepted(reply, order);
  }
}

/** The order as the status call shows it; null for an error response. */
export function shownOrder(network: Network, id: string): Order | 'error' | undefined {
  const order = network.orders.find(id);
  const behaviour = order?.behaviour ?? network.troubled.get(id)?.behaviour ?? 'approved';
  if (failsForNow(network, id, behaviour)) return 'error';
  if (!order) return undefined;
  order.statusCalls++;
  if (order.behaviour === 'callback only') return { ...order, state: 'open' };
  if (order.state === 'failed') network.orders.failureTold(order);
  return order;
}

/** Counted per order over requests and status calls. */
function failsForNow(network: Network, id: string, behaviour: Order['behaviour']): boolean {
  if (network.isOut()) return true;
  if (behaviour !== 'server errors') return false;
  const trouble = network.troubled.get(id) ?? { behaviour, calls: 0 };
  trouble.calls++;
  network.troubled.set(id, trouble);
  return trouble.calls <= errorsAtFirst;
}

export function outOfOrder(reply: FastifyReply): FastifyReply {
  return reply.code(503).send({ code: 'SERVICE_UNAVAILABLE', message: 'Service unavailable' });
}
