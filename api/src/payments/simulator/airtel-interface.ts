import type { PaymentDirection } from '@sente/contract/payments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { serveAirtelAccounts, serveAirtelSummary } from './airtel-accounts.ts';
import { airtelCode, airtelEnquiry, airtelStatus, moneyIdOf } from './airtel-messages.ts';
import { isSigned } from './key-pair.ts';
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
const payoutBodyV2 = z.extend(payoutBody, {
  transaction: z.extend(transaction, { type: z.literal('B2C') }),
});
const payoutBodies = {
  v1: payoutBody,
  v2: payoutBodyV2,
  v3: z.extend(payoutBodyV2, {
    payee: z.object({ msisdn, wallet_type: z.enum(['NORMAL', 'SALARY']) }),
  }),
};
const refundBody = z.object({ transaction: z.object({ airtel_money_id: z.string() }) });

/** Airtel Money: one token for everything, the country in the headers. */
export function serveAirtel(app: FastifyInstance, network: Network): void {
  const { airtel } = network.keys;
  keepText(app);

  app.post('/auth/oauth2/token', async (request, reply) => {
    if (network.isOut()) return outOfOrder(reply);
    const body = tokenBody.safeParse(sentBy(request).json).data;
    if (body?.client_id !== airtel.clientId || body.client_secret !== airtel.clientSecret) {
      return reply.code(401).send({ error: 'invalid_client', error_description: 'Invalid client' });
    }
    const token = network.tokens.issue(product, tokenLifeSeconds);
    // As text, unlike MTN.
    return { access_token: token, expires_in: String(tokenLifeSeconds), token_type: 'bearer' };
  });

  const takeCollection = (version: string) =>
    app.post(`/merchant/${version}/payments/`, async (request, reply) => {
      const refusal = refusalOf(request, reply, network) ?? unsigned(request, reply, version);
      if (refusal) return refusal;
      const body = pushBody.safeParse(sentBy(request).json).data;
      if (!body) return refuse(reply, 'ROUTER003', 'Missing or wrong parameters');
      const given = orderOf('collection', body.subscriber.msisdn, body);
      return takeOrder(network, reply, given, sayings);
    });
  const takePayout = (version: 'v1' | 'v2' | 'v3', path: string) =>
    app.post(path, async (request, reply) => {
      const refusal = refusalOf(request, reply, network) ?? unsigned(request, reply, version);
      if (refusal) return refusal;
      const body = payoutBodies[version].safeParse(sentBy(request).json).data;
      if (!body) return refuse(reply, 'ROUTER003', 'Missing or wrong parameters');
      const pin = network.keyPair.decrypt(body.pin);
      if (pin === null) return refuse(reply, 'ROUTER116', 'Incorrect encrypted PIN');
      if (pin !== airtel.pin) return refuse(reply, 'ROUTER115', 'Incorrect PIN');
      return takeOrder(network, reply, orderOf('payout', body.payee.msisdn, body), sayings);
    });
  const unsigned = (request: FastifyRequest, reply: FastifyReply, version: string) => {
    if (version === 'v1' || hasSignature(request, network)) return null;
    const status = airtelStatus('DP00800001026', false, 'Invalid signature');
    return reply.send({ data: {}, status });
  };

  for (const version of ['v1', 'v2']) takeCollection(version);
  takePayout('v1', '/standard/v1/disbursements/');
  takePayout('v2', '/standard/v2/disbursements/');
  takePayout('v3', '/standard/v3/disbursements');
  for (const version of ['v1', 'v2']) {
    serveEnquiry(app, network, 'collection', `/standard/${version}/payments/:id`);
  }
  for (const version of ['v1', 'v2', 'v3']) {
    serveEnquiry(app, network, 'payout', `/standard/${version}/disbursements/:id`);
  }
  serveAirtelAccounts(app, network, refusalOf);
  serveAirtelSummary(app, network, refusalOf);
  for (const version of ['v1', 'v2']) {
    app.post(`/standard/${version}/payments/refund`, async (request, reply) => {
      const refusal = refusalOf(request, reply, network) ?? unsigned(request, reply, version);
      if (refusal) return refusal;
      const body = refundBody.safeParse(sentBy(request).json).data;
      return refund(network, reply, body?.transaction.airtel_money_id ?? '');
    });
  }
}

/** The body as it was sent, and parsed. */
interface Sent {
  readonly text: string;
  readonly json: unknown;
}
const sentBy = (request: FastifyRequest): Sent => request.body as Sent;

/** A signature covers the exact text. */
function keepText(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    try {
      done(null, { text, json: JSON.parse(text) as unknown } satisfies Sent);
    } catch (error) {
      done(error as Error);
    }
  });
}

function hasSignature(request: FastifyRequest, { keyPair }: Network): boolean {
  const { 'x-signature': signature = '', 'x-key': key = '' } = request.headers;
  return isSigned(
    sentBy(request).text,
    { signature: String(signature), key: String(key) },
    keyPair,
  );
}

/** The whole amount, once, and at once. */
function refund(network: Network, reply: FastifyReply, moneyId: string): FastifyReply {
  const order = network.orders
    .all()
    .find((one) => one.network === 'AIRTEL' && moneyIdOf(one) === moneyId);
  const isPaid = order?.direction === 'collection' && order.state === 'paid';
  const status = isPaid && !network.refunds.has(moneyId) ? 'SUCCESS' : 'TF';
  if (isPaid && status === 'SUCCESS') {
    network.refunds.set(moneyId, order);
    order.refundedAt = Date.now();
    network.orders.save(order);
  }
  const code = status === 'SUCCESS' ? 'DP00800001001' : 'DP00800001009';
  return reply.send({
    data: { transaction: { airtel_money_id: moneyId, status } },
    status: airtelStatus(code, status === 'SUCCESS', status),
  });
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
