import type { PaymentDirection } from '@sente/contract/payments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { MtnProductKeys } from '../networks/settings.ts';
import { outOfOrder, shownOrder, takeOrder, type Sayings } from './misbehaviour.ts';
import { serveMtnAccounts, serveMtnRefunds, type MtnProduct } from './mtn-accounts.ts';
import { mtnResult } from './mtn-messages.ts';
import type { Network } from './network.ts';

const tokenLifeSeconds = 3_600;
const referenceId = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const party = z.object({
  partyIdType: z.literal('MSISDN'),
  partyId: z.string().check(z.regex(/^256\d{9}$/)),
});
const orderBody = z.object({
  amount: z.string().check(z.regex(/^\d+(\.\d{1,2})?$/)),
  currency: z.literal('UGX'),
  externalId: z.string().check(z.minLength(1)),
  payer: z.optional(party),
  payee: z.optional(party),
  payerMessage: z.string().check(z.maxLength(160), z.regex(/^[A-Za-z0-9 .,-]*$/)),
  payeeNote: z.string().check(z.maxLength(160), z.regex(/^[A-Za-z0-9 .,-]*$/)),
});

/** MTN MoMo: collections and disbursements, each with its own keys and tokens. */
export function serveMtn(app: FastifyInstance, network: Network): void {
  serveProduct(app, network, 'collection', '/collection/v1_0/requesttopay');
  serveProduct(app, network, 'payout', '/disbursement/v1_0/transfer');
  for (const name of ['collection', 'disbursement'] as const) {
    const keys = network.keys.mtn[name];
    const product: MtnProduct = {
      name,
      mayCall: (request) => mayCall(request, keys, name, network),
      refuse,
    };
    serveMtnAccounts(app, network, product);
    if (name === 'disbursement') serveMtnRefunds(app, network, product);
  }
}

function serveProduct(
  app: FastifyInstance,
  network: Network,
  direction: PaymentDirection,
  path: string,
): void {
  const name = direction === 'payout' ? 'disbursement' : 'collection';
  const keys = network.keys.mtn[name];

  app.post(`/${name}/token/`, async (request, reply) => {
    if (network.isOut()) return outOfOrder(reply);
    const basic = Buffer.from(`${keys.userId}:${keys.secret}`).toString('base64');
    const isKnown = request.headers.authorization === `Basic ${basic}` && hasKey(request, keys);
    if (!isKnown) return refuse(reply, 401, 'LOGIN_FAILED');
    const token = network.tokens.issue(name, tokenLifeSeconds);
    return { access_token: token, token_type: 'access_token', expires_in: tokenLifeSeconds };
  });

  app.post(path, async (request, reply) => {
    if (network.isOut()) return outOfOrder(reply);
    if (!mayCall(request, keys, name, network)) return refuse(reply, 401, 'ACCESS_DENIED');
    if (!hasEnvironment(request, network)) {
      return refuse(reply, 500, 'NOT_ALLOWED_TARGET_ENVIRONMENT');
    }
    const id = header(request, 'x-reference-id');
    const body = orderBody.safeParse(request.body);
    const person = direction === 'payout' ? body.data?.payee : body.data?.payer;
    if (!referenceId.test(id) || !body.data || !person) return refuse(reply, 400, 'BAD_REQUEST');
    const given = {
      id,
      transactionId: body.data.externalId,
      network: 'MTN' as const,
      direction,
      phoneNumber: person.partyId,
      amount: Number(body.data.amount),
      message: body.data.payerMessage,
      callbackUrl: header(request, 'x-callback-url') || null,
    };
    return takeOrder(network, reply, given, sayings);
  });

  app.get<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    if (!mayCall(request, keys, name, network)) return refuse(reply, 401, 'ACCESS_DENIED');
    const order = shownOrder(network, request.params.id);
    if (order === 'error') return outOfOrder(reply);
    const isHere = order?.network === 'MTN' && order.direction === direction;
    return isHere ? mtnResult(order) : refuse(reply, 404, 'RESOURCE_NOT_FOUND');
  });
}

const sayings: Sayings = {
  accepted: (reply) => reply.code(202).send(),
  known: (reply) => refuse(reply, 409, 'RESOURCE_ALREADY_EXIST'),
  refused: (reply) => refuse(reply, 400, 'BAD_REQUEST'),
};

function refuse(reply: FastifyReply, status: number, code: string): FastifyReply {
  return reply.code(status).send({ code, message: code.toLowerCase().replaceAll('_', ' ') });
}

function mayCall(request: FastifyRequest, keys: MtnProductKeys, name: string, network: Network) {
  return hasKey(request, keys) && network.tokens.isGood(name, request.headers.authorization);
}

function hasKey(request: FastifyRequest, keys: MtnProductKeys): boolean {
  return header(request, 'ocp-apim-subscription-key') === keys.subscriptionKey;
}

function hasEnvironment(request: FastifyRequest, { keys }: Network): boolean {
  return header(request, 'x-target-environment') === keys.mtn.targetEnvironment;
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}
