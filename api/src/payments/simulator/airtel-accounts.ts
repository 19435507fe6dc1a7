import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { airtelStatus } from './airtel-messages.ts';
import { movementsOf } from './statements.ts';
import { outOfOrder } from './misbehaviour.ts';
import type { Network } from './network.ts';
import { floatOf, holderOf } from './wallets.ts';

type RefusalOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  network: Network,
) => FastifyReply | null;

/** Airtel's present key, who has a number, and the provider's float. */
export function serveAirtelAccounts(
  app: FastifyInstance,
  network: Network,
  refusalOf: RefusalOf,
): void {
  app.get('/v1/rsa/encryption-keys', async (request, reply) => {
    const refusal = refusalOf(request, reply, network);
    if (refusal) return refusal;
    const { keyPair } = network;
    const key = { key_id: keyPair.keyId(), key: keyPair.publicKey(), valid_upto: tomorrow() };
    return { data: key, status: airtelStatus('DP02010001001', true, 'Success') };
  });

  app.get('/standard/v1/users/balance', async (request, reply) => {
    const refusal = refusalOf(request, reply, network);
    if (refusal) return refusal;
    if (!network.tellsFloat()) return reply.code(403).send({ error: 'access_denied' });
    const balance = floatOf(network, 'AIRTEL', 'wallet').toLocaleString('en', {
      minimumFractionDigits: 2,
    });
    return {
      data: { balance, currency: 'UGX', account_status: 'Active' },
      status: airtelStatus('DP02100000001', true, 'Success'),
    };
  });

  app.get<{ Params: { number: string } }>('/standard/v1/users/:number', async (request, reply) => {
    const refusal = refusalOf(request, reply, network);
    if (refusal) return refusal;
    const { number } = request.params;
    const holder = holderOf(`256${number}`);
    if (holder.is === 'error') return outOfOrder(reply);
    if (holder.is === 'nobody') {
      return { data: {}, status: airtelStatus('DP02200000000', false, 'User not found') };
    }
    const name = holder.is === 'known' && {
      first_name: holder.given,
      last_name: holder.family,
    };
    const data = { msisdn: Number(number), ...name, is_barred: false, is_pin_set: true };
    return {
      data: { ...data, registration: { status: 'SUBS' } },
      status: airtelStatus('DP02200000001', true, 'Success'),
    };
  });
}

const summaryQuery = z.object({
  from: z.string().check(z.regex(/^\d{10}$/)),
  to: z.string().check(z.regex(/^\d{10}$/)),
  limit: z.string().check(z.regex(/^\d{1,3}$/)),
  offset: z.string().check(z.regex(/^\d{1,6}$/)),
});

/** What happened on the wallet between two moments, with both parties. */
export function serveAirtelSummary(
  app: FastifyInstance,
  network: Network,
  refusalOf: RefusalOf,
): void {
  app.get('/merchant/v1/transactions', async (request, reply) => {
    const refusal = refusalOf(request, reply, network);
    if (refusal) return refusal;
    const query = summaryQuery.safeParse(request.query).data;
    if (!query) return reply.code(400).send({ error: 'from, to, limit and offset are needed' });
    const { from, to, limit, offset } = query;
    // When it was asked for; the statement says when it was paid.
    const found = movementsOf(network, 'AIRTEL')
      .map((each) => ({ ...each, at: each.isRefund ? each.at : each.order.createdAt }))
      .filter(({ at }) => at >= Number(from) * 1000 && at < (Number(to) + 1) * 1000);
    const page = found.slice(Number(offset), Number(offset) + Number(limit));
    const transactions = page.map(({ reference, order, direction, amount, at, isRefund }) => {
      const customer = { currency: 'UGX', msisdn: order.phoneNumber.slice(3) };
      const merchant = { currency: 'UGX', msisdn: '700000001' };
      return {
        charges: { service: '0' },
        payer: direction === 'in' ? customer : merchant,
        payee: direction === 'in' ? merchant : customer,
        service: { type: isRefund ? 'REFUND' : direction === 'in' ? 'MERCHPAY' : 'B2C' },
        transaction: {
          airtel_money_id: reference,
          amount: String(amount),
          created_at: at,
          id: order.transactionId,
          status: 'TS',
        },
      };
    });
    const status = airtelStatus('DP02300000001', true, 'Success');
    return { data: { count: found.length, transactions }, status };
  });
}

/** Day, month and year, as Airtel writes it, in Ugandan time. */
function tomorrow(): string {
  const at = new Date(Date.now() + 27 * 3_600_000).toISOString();
  return `${at.slice(8, 10)}-${at.slice(5, 7)}-${at.slice(0, 4)} ${at.slice(11, 19)}`;
}
