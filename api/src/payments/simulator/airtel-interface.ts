import type { PaymentDirection } from '@sente/contract/payments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { airtelCode, airtelEnquiry, airtelStatus } from './airtel-messages.ts';
import { outOfOrder, shownOrder, takeOrder, type Sayings } from './misbehaviour.ts';
import type { Network } from './network.ts';
import type { NewOrder } from './orders.ts';

const tokenLifeSeconds = 180;
const product = 'airtel';

const tokenBody = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.literal('client_credentials'),
});
/** Without the country. */
const msisdn = z.string().check(z.regex(/^\d{9}$/));
const reference = z.string().check(z.regex(/^[A-Za-z0-9]{4,64}$/));
const transaction = z.object({
  amount: z.number().check(z.positive()),
  id: z.string().check(z.regex(/^[A-Za-z0-9]{4,64}$/)),
});
const pushBody = z.object({
  reference,
  subscriber: z.object({ country: z.literal('UG'), currency: z.literal('UGX'), msisdn }),
  transaction,
});
const payoutBody = z.object({
  reference,
  payee: z.object({ msisdn }),
  pin: z.string(),
  transaction,
});

/** Airtel Money: one token for everything, the country in the headers. */
export function serveAirtel(app: FastifyInstance, network: Network): void {
  const { airtel } = network.keys;

  app.post('/auth/oauth2/token', async (request, reply) => {
    if (network.isOut()) return outOfOrder(reply);
    const body = tokenBody.safeParse(request.body).data;
    if (body?.client_id !== airtel.clientId || body.client_secret !== airtel.clientSecret) {
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Invalid client' });
    }
    const token = network.tokens.issue(product, tokenLifeSeconds);
    // As text, unlike MTN.
    return { access_token: token, expires_in: String(tokenLifeSeconds), token_type: 'bearer' };
  });

  app.post('/merchant/v1/payments/', async (request, reply) => {
    const refusal = refusalOf(request, reply, network);
    if (refusal) return refusal;
    const body = pushBody.safeParse(request.body).data;
    if (!body) return refuse(reply, 'ROUTER003', 'Missing or wrong parameters');
    const given = orderOf('collection', body.subscriber.msisdn, body);
    return takeOrder(network, reply, given, sayings);
  });

  app.post('/standard/v1/disbursements/', async (request, reply) => {
    const refusal = refusalOf(request, reply, network);
    if (refusal) return refusal;
    const body = payoutBody.safeParse(request.body).data;
    if (!body) return refuse(reply, 'ROUTER003', 'Missing or wrong parameters');
    if (body.pin !== airtel.pin) return refuse(reply, 'ROUTER116', 'Incorrect encrypted PIN');
    return takeOrder(network, reply, orderOf('payout', body.payee.msisdn, body), sayings);
  });

  serveEnquiry(app, network, 'collection', '/standard/v1/payments/:id');
  serveEnquiry(app, network, 'payout', '/standard/v1/disbursements/:id');
}

function serveEnquiry(
  app: FastifyInstance,
  network: Network,
  direction: PaymentDirection,
  path: string,
): void {
  app.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const refusal = refusalOf(request, reply, network);
    if (refusal) return refusal;
    const order = shownOrder(network, request.params.id);
    if (order === 'error') return outOfOrder(reply);
    if (order?.network === 'AIRTEL' && order.direction === direction) return airtelEnquiry(order);
    return reply.send({
      data: {},
      status: { ...airtelStatus('', false, 'No transaction found'), result_code: 'ESB000045' },
    });
  });
}

function refusalOf(
  request: FastifyRequest,
  reply: FastifyReply,
  network: Network,
): FastifyReply | null {
  if (network.isOut()) return outOfOrder(reply);
  if (!network.tokens.isGood(product, request.headers.authorization)) {
    return reply.code(401).send({ error: 'Unauthorized' });
  }
  if (request.headers['x-country'] !== 'UG') return refuse(reply, 'ROUTER006', 'Invalid country');
  if (request.headers['x-currency'] !== 'UGX')
    return refuse(reply, 'ROUTER112', 'Invalid currency');
  return null;
}

function orderOf(
  direction: PaymentDirection,
  number: string,
  body: { reference: string; transaction: { id: string; amount: number } },
): NewOrder {
  return {
    id: body.transaction.id,
    transactionId: body.transaction.id,
    network: 'AIRTEL',
    direction,
    phoneNumber: `256${number}`,
    amount: body.transaction.amount,
    message: body.reference,
    callbackUrl: null,
  };
}

const sayings: Sayings = {
  // Always in progress: the person has not decided yet.
  accepted: (reply, order) =>
    reply.send({
      data: { transaction: { id: order.transactionId, status: 'TIP' } },
      status: airtelStatus(airtelCode(order, 'TIP'), true, 'SUCCESS'),
    }),
  known: (reply) => refuse(reply, 'ESB000041', 'External Transaction ID already exists.'),
  refused: (reply) => refuse(reply, 'ESB000039', 'Vendor is not configured to do this.'),
};

function refuse(reply: FastifyReply, resultCode: string, message: string): FastifyReply {
  return reply.code(400).send({
    data: {},
    status: { code: '400', message, result_code: resultCode, success: false },
  });
}
