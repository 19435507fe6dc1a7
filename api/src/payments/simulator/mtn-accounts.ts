import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { outOfOrder } from './misbehaviour.ts';
import { mtnResult } from './mtn-messages.ts';
import type { Network } from './network.ts';
import { floatOf, holderOf } from './wallets.ts';

export interface MtnProduct {
  readonly name: 'collection' | 'disbursement';
  readonly mayCall: (request: FastifyRequest) => boolean;
  readonly refuse: (reply: FastifyReply, status: number, code: string) => FastifyReply;
}

/** Who has a number, and the float of a product. */
export function serveMtnAccounts(
  app: FastifyInstance,
  network: Network,
  { name, mayCall, refuse }: MtnProduct,
): void {
  const holder = `/${name}/v1_0/accountholder/msisdn/:number`;
  for (const what of ['active', 'basicuserinfo'] as const) {
    app.get<{ Params: { number: string } }>(`${holder}/${what}`, async (request, reply) => {
      if (!mayCall(request)) return refuse(reply, 401, 'ACCESS_DENIED');
      const found = holderOf(request.params.number);
      if (network.isOut() || found.is === 'error') return outOfOrder(reply);
      if (what === 'active') return { result: found.is !== 'nobody' };
      if (found.is !== 'known') return refuse(reply, 404, 'RESOURCE_NOT_FOUND');
      return { given_name: found.given, family_name: found.family, locale: 'en_UG' };
    });
  }

  app.get(`/${name}/v1_0/account/balance`, async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 401, 'ACCESS_DENIED');
    if (network.isOut()) return outOfOrder(reply);
    if (!network.tellsFloat()) return refuse(reply, 500, 'NOT_ALLOWED');
    return { availableBalance: String(floatOf(network, 'MTN', name)), currency: 'UGX' };
  });
}

/** A refund is paid at once from the disbursement wallet; nobody has to approve it. */
export function serveMtnRefunds(
  app: FastifyInstance,
  network: Network,
  { mayCall, refuse }: MtnProduct,
): void {
  const path = '/disbursement/v1_0/refund';
  app.post(path, async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 401, 'ACCESS_DENIED');
    if (network.isOut()) return outOfOrder(reply);
    const id = String(request.headers['x-reference-id']);
    const { referenceIdToRefund } = request.body as { referenceIdToRefund?: string };
    if (network.refunds.has(id)) return refuse(reply, 409, 'RESOURCE_ALREADY_EXIST');
    const order = network.orders.find(referenceIdToRefund ?? '');
    const isPaid = order?.direction === 'collection' && order.state === 'paid';
    if (!isPaid || [...network.refunds.values()].includes(order)) {
      return refuse(reply, 400, 'BAD_REQUEST');
    }
    network.refunds.set(id, order);
    order.refundedAt = Date.now();
    network.orders.save(order);
    return reply.code(202).send();
  });

  app.get<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    if (!mayCall(request)) return refuse(reply, 401, 'ACCESS_DENIED');
    if (network.isOut()) return outOfOrder(reply);
    const order = network.refunds.get(request.params.id);
    return order
      ? mtnResult({ ...order, direction: 'payout' })
      : refuse(reply, 404, 'RESOURCE_NOT_FOUND');
  });
}
