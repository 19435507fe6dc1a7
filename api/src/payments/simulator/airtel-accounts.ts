import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { airtelStatus } from './airtel-messages.ts';
import { outOfOrder } from './misbehaviour.ts';
import type { Network } from './network.ts';
import { floatOf, holderOf } from './wallets.ts';

/** Airtel's present key, who has a number, and the provider's float. */
export function serveAirtelAccounts(
  app: FastifyInstance,
  network: Network,
  refusalOf: (
    request: FastifyRequest,
    reply: FastifyReply,
    network: Network,
  ) => FastifyReply | null,
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

/** Day, month and year, as Airtel writes it, in Ugandan time. */
function tomorrow(): string {
  const at = new Date(Date.now() + 27 * 3_600_000).toISOString();
  return `${at.slice(8, 10)}-${at.slice(5, 7)}-${at.slice(0, 4)} ${at.slice(11, 19)}`;
}
