import type { StatementPlace } from '@sente/contract/network-statements';
import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import type { MetaOf } from '@sente/contract/endpoint';
import type { reconciliation } from '@sente/contract/reconciliation';
import { expect } from 'vitest';
import { plainArray, textArray } from '../src/db/array-literal.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { finishAll, postAll } from '../src/ledger/posting.queries.ts';
import { systemAccountsOf } from '../src/ledger/system-accounts.ts';
import { createLogger } from '../src/http/logger.ts';
import { importByCall } from '../src/network-statements/call.ts';
import type { Connector } from '../src/payments/networks/connector.ts';
import { runMatching } from '../src/reconciliation/run-matching.ts';
import { createStaff, type TestActor } from './actors.ts';
import { createTestApp, type TestAnswer, type TestApp } from './app.ts';
import { createAccount, createCompany } from './factories.ts';
import { silentNetwork } from './networks.ts';

/** A payment of ours. Amounts are UGX. */
export interface OurPayment {
  readonly id: string;
  readonly network: NetworkName;
  readonly direction: PaymentDirection;
  readonly phone: string;
  readonly amount: number;
  readonly reference: string;
  /** When the network moved the money, and when we heard of it, in milliseconds. */
  readonly at: number;
  readonly bookedAt: number;
  readonly isPaid: boolean;
}

/** A line of a network's statement. Amounts are UGX. */
export interface TheirLine {
  readonly reference: string;
  readonly phone: string;
  readonly direction: 'in' | 'out';
  readonly amount: number;
  readonly fee?: number;
  readonly at: number;
  readonly text?: string;
  readonly isFailed?: boolean;
}

/** Of the day that most tests tell about, the tenth of March. */
export const noon = Date.parse('2026-03-10T09:00:00Z');

/** A company whose payments are in the ledger, statements of its networks, and two people at the provider. */
export interface NetworkWorld extends TestApp {
  readonly staff: TestActor;
  readonly second: TestActor;
  readonly companyId: string;
  readonly accountId: string;
  /** Writes payments through the ledger. */
  book(payments: readonly OurPayment[]): Promise<void>;
  /** Imports a statement with balances that follow from its lines, and matches. Returns the last balance. */
  tell(
    network: StatementPlace,
    lines: readonly TheirLine[],
    opening: number,
    isMatched?: boolean,
  ): Promise<number>;
  /** Airtel lists these when it is asked. */
  tellByCall(lines: readonly TheirLine[]): Promise<void>;
  /** The same with a payment of ours at each end of a day of March, so that the statement covers what is between. */
  tellDay(
    network: NetworkName,
    lines: readonly TheirLine[],
    day?: {
      readonly hours?: readonly [number, number];
      readonly days?: number;
      readonly opening?: number;
      readonly isMatched?: boolean;
    },
  ): Promise<number>;
  match(): Promise<void>;
  /** Those that are open, or as the query says. */
  cases(query?: string): Promise<TestAnswer['body']['data']>;
  caseOf(kind: string): Promise<TestAnswer['body']['data']>;
  details(caseId: string): Promise<TestAnswer['body']['data']>;
  /** Of the company's account, in UGX. */
  balance(): Promise<number>;
  /** One person proposes for each case what is suggested, and the second approves. */
  settle(...caseIds: readonly string[]): Promise<void>;
  /** The `meta` is that of the cases. */
  get(
    path: string,
    as?: TestActor,
  ): Promise<Pick<TestAnswer['body'], 'data'> & { readonly meta: CasesMeta }>;
}

type CasesMeta = MetaOf<typeof reconciliation.cases>;

export async function createNetworkWorld(
  balance = 100_000_000,
  overrides: Parameters<typeof createTestApp>[0] = {},
): Promise<NetworkWorld> {
  const test = await createTestApp(overrides);
  const companyId = await createCompany(test.owner);
  const accountId = await createAccount(test.owner, companyId, { balance: BigInt(balance) * 100n });
  const staff = await createStaff(test.owner, 'Admin');
  const second = await createStaff(test.owner, 'Admin');
  let files = 0;
  const get: NetworkWorld['get'] = async (path, as = staff) => {
    const { status, body, text } = await test.call(as, 'GET', `/Reconciliation${path}`);
    expect(status, text).toBe(200);
    return { data: body.data, meta: body.meta as CasesMeta };
  };
  const match = () => runMatching(test.database);
  const cases: NetworkWorld['cases'] = async (query = 'state=open') =>
    (await get(`/cases?${query}`)).data;
  const book: NetworkWorld['book'] = (payments) => bookAll(test, companyId, accountId, payments);
  const tell: NetworkWorld['tell'] = async (network, lines, opening, isMatched = true) => {
    const { csv, closing } = statementOf(network, lines, opening);
    const path = `/NetworkStatements?network=${network}&wallet=both&name=${++files}.csv`;
    const { status, text } = await test.sendCsv(staff, 'POST', path, csv);
    expect(status, text).toBe(200);
    if (isMatched) await match();
    return closing;
  };
  return {
    ...test,
    staff,
    second,
    companyId,
    accountId,
    match,
    book,
    tell,
    async tellDay(network, lines, day = {}) {
      const { hours = [-4, 9], days = 0, opening = 500_000, isMatched } = day;
      const ends = hours.map((at) =>
        aPayment({ network, at: noon + (days * 24 + at) * 3_600_000 }),
      );
      await book(ends);
      return tell(network, [...ends.map(lineOf), ...lines], opening, isMatched);
    },
    cases,
    caseOf: async (kind) => (await cases()).find((one: { kind: string }) => one.kind === kind),
    details: async (caseId) => (await get(`/cases/${caseId}`)).data,
    async balance() {
      const sql = 'select balance from accounts where id = $1';
      const row = await test.owner.row<{ balance: string }>(sql, [accountId]);
      return Number(row?.balance) / 100;
    },
    tellByCall: (lines) => importByCall(test.database, [listing(lines)], createLogger('silent')),
    get,
    async settle(...caseIds) {
      const items: { id: string; askedAt: string }[] = [];
      for (const caseId of caseIds) {
        const { actions } = (await get(`/cases/${caseId}`)).data;
        // Two cases may be of the same amount by chance.
        const action = actions.find((one: string) => one !== 'match' && one !== 'wait');
        const path = `/Reconciliation/cases/${caseId}/propose`;
        const proposed = await test.call(staff, 'POST', path, { action, note: 'On the statement' });
        expect(proposed.status, proposed.text).toBe(200);
        const { approvalId: id } = proposed.body.data.proposed;
        const { askedAt } = (await test.call(second, 'GET', `/Approvals/${id}`)).body.data;
        items.push({ id, askedAt });
      }
      const body = { decision: 'approve', items };
      const { data } = (await test.call(second, 'POST', '/Approvals/decide', body)).body;
      expect(data.map(({ message }: { message: string | null }) => message)).toEqual(
        items.map(() => null),
      );
    },
  };
}

async function bookAll(
  { owner }: TestApp,
  companyId: string,
  accountId: string,
  payments: readonly OurPayment[],
): Promise<void> {
  const system = await systemAccountsOf(owner, companyId);
  const transactions: string[] = [];
  for (let from = 0; from < payments.length; from += 200) {
    const some = payments.slice(from, from + 200);
    const postings = some.map((payment) => {
      const isIn = payment.direction === 'collection';
      const amount = BigInt(payment.amount) * 100n;
      const gained = isIn ? amount : -amount;
      const legs = [
        { accountId, amount: gained },
        { accountId: system.clearing.get(payment.network) ?? '', amount: -gained },
      ];
      return {
        companyId,
        accountId,
        type: isIn ? ('credit' as const) : ('debit' as const),
        amount,
        ...(payment.isPaid ? { legs } : { legs: [], hold: isIn ? 0n : amount }),
        kind: payment.direction,
        key: `${payment.direction}:${payment.id}`,
        description: 'A payment',
        at: new Date(payment.bookedAt),
      };
    });
    const outcomes = await postAll(owner, postings);
    transactions.push(...outcomes.map(({ transactionId }) => transactionId ?? ''));
    const failed = outcomes.flatMap(({ transactionId }, index) =>
      some[index]?.isPaid === false
        ? [
            {
              companyId,
              accountId,
              transactionId: transactionId ?? '',
              to: 'failed' as const,
              legs: [],
            },
          ]
        : [],
    );
    if (failed.length > 0) await finishAll(owner, failed);
  }
  const of = <T>(read: (payment: OurPayment) => T): T[] => payments.map(read);
  await owner.rows(
    `insert into payments (company_id, id, direction, origin, account_id, phone_number, network, amount,
       status, transaction_id, network_reference, created_at, finished_at)
     select $1, id, direction, 'api', $2, phone, network, amount * 100, status, tx, reference,
       to_timestamp(at / 1000.0), to_timestamp(booked / 1000.0)
     from unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[], $9::uuid[],
       $10::text[], $11::bigint[], $12::bigint[])
       u (id, direction, phone, network, amount, status, tx, reference, at, booked)`,
    [
      companyId,
      accountId,
      plainArray(of(({ id }) => id)),
      plainArray(of(({ direction }) => direction)),
      plainArray(of(({ phone }) => phone)),
      plainArray(of(({ network }) => network)),
      plainArray(of(({ amount }) => amount)),
      plainArray(of(({ isPaid }) => (isPaid ? 'SUCCESS' : 'FAILED'))),
      plainArray(transactions),
      textArray(of(({ reference, isPaid }) => (isPaid ? reference : null))),
      plainArray(of(({ at }) => at - 20_000)),
      plainArray(of(({ bookedAt }) => bookedAt)),
    ],
  );
}

let counter = 0;

export function aPayment(fields: Partial<OurPayment> & { at: number }): OurPayment {
  const number = ++counter;
  const network = fields.network ?? 'MTN';
  return {
    id: uuidV7(fields.at),
    network,
    direction: 'collection',
    phone: `2567${network === 'MTN' ? '7' : '0'}${String(number).padStart(7, '0')}`,
    amount: 10_000,
    reference: `${network === 'MTN' ? '' : 'MP'}${30_000_000_000 + number}`,
    bookedAt: fields.at + 5_000,
    isPaid: true,
    ...fields,
  };
}

/** What a network says about a payment of ours if all is well. */
export function lineOf({ reference, phone, direction, amount, at }: OurPayment): TheirLine {
  return { reference, phone, amount, at, direction: direction === 'collection' ? 'in' : 'out' };
}

/** A network is outside of what is tested. It lists payments only. */
function listing(lines: readonly TheirLine[]): Connector {
  const listed = lines
    .filter(({ text }) => text === undefined)
    .map((line) => ({
      reference: line.reference,
      orderId: null,
      service: line.direction === 'in' ? 'COLLECTION' : 'B2C',
      status: line.isFailed ? 'TF' : 'TS',
      atMs: line.at,
      amount: String(line.amount),
      fee: line.fee === undefined ? '' : String(line.fee),
      payer: line.phone,
      payee: line.phone,
    }));
  return { ...silentNetwork('AIRTEL'), isSimulated: false, transactions: async () => listed };
}

function statementOf(network: StatementPlace, lines: readonly TheirLine[], opening: number) {
  let balance = opening;
  const rows = lines
    .toSorted((a, b) => a.at - b.at)
    .map((line) => {
      if (!line.isFailed) {
        balance += (line.direction === 'in' ? line.amount : -line.amount) - (line.fee ?? 0);
      }
      return layouts[network].row(line, balance);
    });
  return { csv: [layouts[network].header, ...rows, ''].join('\n'), closing: balance };
}

const layouts = {
  MTN: { header: 'Id,Date,Note/Message,From,From Name,To,To Name,Amount,Balance', row: mtnRow },
  AIRTEL: {
    header:
      'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance',
    row: airtelRow,
  },
  BANK: { header: 'Date,Reference,Description,Debit,Credit,Balance', row: bankRow },
} as const;

function mtnRow(
  { reference, phone, direction, amount, at, text = '' }: TheirLine,
  balance: number,
) {
  const [day, month, year, time] = kampala(at);
  const other = `FRI:${phone}/MSISDN,`;
  const sides = direction === 'in' ? `${other},FRI:1/MM,OWN` : `FRI:1/MM,OWN,${other}`;
  return `${reference},${day}/${month}/${year} ${time},${text},${sides},${amount},${balance}`;
}

function airtelRow(line: TheirLine, balance: number) {
  const [day, month, year, time] = kampala(line.at);
  const what =
    line.text ?? `Payment ${line.direction === 'in' ? 'from' : 'to'} ${line.phone.slice(3)}`;
  const status = line.isFailed ? 'Transaction Failed' : 'Transaction Success';
  const side = line.direction === 'in' ? 'Credit' : 'Debit';
  return [
    line.reference,
    `${day}-${month}-${year?.slice(2)} ${time}`,
    what,
    status,
    line.amount,
    side,
    line.fee ?? 0,
    balance,
  ].join();
}

/** Banks write days. */
function bankRow({ reference, direction, amount, at, text = '' }: TheirLine, balance: number) {
  const [day, month, year] = kampala(at);
  const sides = direction === 'in' ? `,${amount}` : `${amount},`;
  return `${day}/${month}/${year},${reference},${text},${sides},${balance}`;
}

function kampala(at: number): string[] {
  const [date = '', time = ''] = new Date(at + 3 * 3_600_000).toISOString().split('T');
  return [...date.split('-').toReversed(), time.slice(0, 5)];
}
