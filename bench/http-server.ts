import { endpoint } from '@sente/contract/endpoint';
import { toHundredths } from '@sente/contract/money';
import { transactions } from '@sente/contract/transactions';
import { createFindActor } from '../api/src/auth/find-actor.ts';
import { createFindTill } from '../api/src/tills/till-sessions.ts';
import { openDatabase } from '../api/src/db/database.ts';
import { serve, type HandlerTable } from '../api/src/http/serve.ts';
import { createLedger, type Ledger } from '../api/src/ledger/ledger.ts';
import { buildBenchApp, sessionIdleMs } from './app.ts';

/**
 * A separate process: the whole server with one more endpoint, which posts to the ledger. Sign-in,
 * access, validation and reply are those of the contract's payment request; the note carries the
 * key. The path does not contain the settlement account, hence the table.
 */
export interface ServerStart {
  readonly url: string;
  /** Settlement accounts by company. */
  readonly settlements: Readonly<Record<string, string>>;
}

export interface ServerStarted {
  readonly port: number;
}

const benchContract = {
  bench: {
    post: endpoint({ ...transactions.request, path: '/Bench/company/{companyId}/postings' }),
  },
};

process.once('message', (start: ServerStart) => void listen(start));
// A profile is written on exit.
process.once('disconnect', () => process.exit(0));

async function listen({ url, settlements }: ServerStart): Promise<void> {
  const database = openDatabase({
    url,
    poolSize: 20,
    statementTimeoutMs: 5_000,
    role: 'sente_app',
    onIdleError: () => {},
  });
  const app = await buildBenchApp(database);
  const handlers = benchHandlers(createLedger(database), settlements);
  await app.register(
    async (api) =>
      serve(api, benchContract, handlers, {
        findActor: createFindActor(database, sessionIdleMs),
        findTill: createFindTill(database),
        signedRoute: {},
        onRefused: async () => {},
      }),
    { prefix: '/api' },
  );
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  process.send?.({ port } satisfies ServerStarted);
}

function benchHandlers(
  ledger: Ledger,
  settlements: ServerStart['settlements'],
): HandlerTable<typeof benchContract> {
  return {
    bench: {
      post: async ({ params: { companyId }, body }) => {
        const amount = toHundredths(body.amount) ?? 0n;
        const description = `Deposit from ${body.phoneNumber}`;
        const outcome = await ledger.post({
          companyId,
          accountId: body.accountId,
          type: 'credit',
          amount,
          legs: [
            { accountId: settlements[companyId] ?? '', amount: -amount },
            { accountId: body.accountId, amount },
          ],
          kind: 'deposit',
          key: body.note ?? '',
          reference: 'BENCH-1',
          description,
        });
        if (outcome.transactionId === null) throw new Error(`Not posted: ${outcome.reason}`);
        return {
          data: {
            id: outcome.transactionId,
            reference: 'BENCH-1',
            kind: 'deposit',
            description,
            type: 'credit',
            amount: body.amount,
            fee: 0,
            tax: 0,
            net: body.amount,
            status: outcome.status,
            date: new Date().toISOString(),
            finishedAt: new Date().toISOString(),
            accountId: body.accountId,
            accountName: 'Main account',
            accountNumber: '100000000000',
            reason: null,
            isLeftOut: false,
            apiTransactionId: null,
            phoneNumber: null,
            network: null,
            reversalOf: null,
            reversedBy: null,
            refundOf: null,
            refunded: null,
            check: null,
            bulkId: null,
          },
        };
      },
    },
  };
}
