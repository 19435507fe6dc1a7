import { statementPlaces, type StatementPlace } from '@sente/contract/network-statements';
import type { NetworkName } from '@sente/contract/payments';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { moneyIdOf } from './airtel-messages.ts';
import type { Bank } from './bank.ts';
import type { Network } from './network.ts';
import { paidAmount, type Order } from './order.ts';
import { plantDifferences, type StatementRow } from './planted-differences.ts';
import { holderOf, startingFloat } from './wallets.ts';

/** Money that moved at a network. */
export interface Movement {
  /** The network's id. */
  readonly reference: string;
  readonly order: Order;
  readonly direction: 'in' | 'out';
  readonly isRefund: boolean;
  /** UGX. */
  readonly amount: number;
  readonly at: number;
}

/** Oldest first. */
export function movementsOf({ orders }: Pick<Network, 'orders'>, network: NetworkName): Movement[] {
  const idOf = (order: Order): string =>
    network === 'AIRTEL' ? moneyIdOf(order) : order.networkReference;
  return orders
    .all()
    .filter((order) => order.network === network)
    .flatMap((order) => {
      const amount = paidAmount(order);
      const paid: Movement = {
        reference: idOf(order),
        order,
        direction: order.direction === 'collection' ? 'in' : 'out',
        isRefund: false,
        amount,
        at: order.finishedAt ?? order.createdAt,
      };
      const times = Array.from({ length: order.executions }, () => paid);
      if (order.refundedAt === undefined) return times;
      const reference = `${idOf(order)}R`;
      const back = { reference, direction: 'out', isRefund: true, at: order.refundedAt } as const;
      return [...times, { ...paid, ...back }];
    })
    .toSorted((a, b) => a.at - b.at);
}

const params = z.object({ network: z.enum(statementPlaces), day: z.iso.date() });

const writers: Record<StatementPlace, (rows: readonly StatementRow[], day: string) => string> = {
  MTN: mtnTable,
  AIRTEL: airtelStatement,
  BANK: bankStatement,
};

/** The statement of a network or the bank for a day, as it really was or with planted differences. */
export function serveStatements(app: FastifyInstance, network: Network, bank: Bank): void {
  app.get('/simulator/statements/:network/:day', async (request, reply) => {
    const given = params.safeParse(request.params).data;
    if (!given) return reply.code(404).send({ message: 'Name a network and a day' });
    const isTrue = !(request.query as { differences?: string }).differences;
    const all = given.network === 'BANK' ? bank.rows() : rowsOf(network, given.network);
    const ofDay = all.filter(({ at }) => kampala(at).startsWith(given.day));
    const { rows, planted } = isTrue ? { rows: ofDay, planted: [] } : plantDifferences(ofDay);
    const isTold = (request.headers.accept ?? '').includes('application/json');
    if (isTold) return { lines: rows.length, planted };
    const name = `${given.network.toLowerCase()}-${given.day}${isTrue ? '' : '-differences'}.csv`;
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(writers[given.network](rows, given.day));
  });
}

function rowsOf(network: Network, name: NetworkName): readonly StatementRow[] {
  let balance = startingFloat;
  return movementsOf(network, name).map(
    ({ reference, order, direction, isRefund, amount, at }): StatementRow => {
      balance += direction === 'in' ? amount : -amount;
      const { phoneNumber, message } = order;
      const text = isRefund ? 'Reversal' : message;
      return { reference, phoneNumber, text, direction, amount, fee: 0, at, balance };
    },
  );
}

/** As text, such as 2026-11-17T14:05. */
function kampala(at: number): string {
  return new Date(at + 3 * 3_600_000).toISOString().slice(0, 16);
}

function mtnTable(rows: readonly StatementRow[]): string {
  const header = 'Id,Date,Note/Message,From,From Name,To,To Name,Amount,Balance';
  const own = ['FRI:48210055/MM', 'Sente'];
  const lines = rows.map((row) => {
    const [year, month, day, time] = kampala(row.at).split(/[-T]/);
    const holder = holderOf(row.phoneNumber);
    const name = holder.is === 'known' ? `${holder.given} ${holder.family}` : '';
    const other = [`FRI:${row.phoneNumber}/MSISDN`, name];
    const sides = row.direction === 'in' ? [...other, ...own] : [...own, ...other];
    const when = `${day}/${month}/${year} ${time}`;
    return csvLine([
      row.reference,
      when,
      row.text,
      ...sides,
      grouped(row.amount),
      grouped(row.balance),
    ]);
  });
  return [header, ...lines, ''].join('\r\n');
}

function airtelStatement(rows: readonly StatementRow[], day: string): string {
  const header =
    'Transaction ID,Transaction Date,Description,Status,Transaction Amount,Credit/Debit,Fee,Balance';
  const lines = rows.map((row) => {
    const [year = '', month, date, time] = kampala(row.at).split(/[-T]/);
    const number = row.phoneNumber.slice(3);
    const what = row.direction === 'in' ? `Payment from ${number}` : `Payment to ${number}`;
    return csvLine([
      row.reference,
      `${date}-${month}-${year.slice(2)} ${time}`,
      `${row.text === 'Reversal' ? 'Reversal: ' : ''}${what}`,
      'Transaction Success',
      grouped(row.amount),
      row.direction === 'in' ? 'Credit' : 'Debit',
      grouped(row.fee),
      grouped(row.balance),
    ]);
  });
  return [`Airtel Money statement`, `Day,${day}`, '', header, ...lines, ''].join('\r\n');
}

function bankStatement(rows: readonly StatementRow[]): string {
  const header = 'Transaction Date,Reference,Description,Debit,Credit,Balance';
  const lines = rows.map(({ at, reference, text, direction, amount, balance }) => {
    const [year, month, day, time] = kampala(at).split(/[-T]/);
    const sides = direction === 'out' ? [grouped(amount), ''] : ['', grouped(amount)];
    return csvLine([
      `${day}/${month}/${year} ${time}`,
      reference,
      text,
      ...sides,
      grouped(balance),
    ]);
  });
  return [header, ...lines, ''].join('\r\n');
}

const grouped = (amount: number): string => amount.toLocaleString('en-US');

function csvLine(fields: readonly string[]): string {
  return fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',');
}
