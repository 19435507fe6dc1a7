import { formatUgx, fromHundredths } from '@sente/contract/money';
import type { Database } from '../db/database.ts';
import { platformScope } from '../db/scope.ts';

/** The system accounts of all companies, added up by what they stand for. */
export interface SystemTotal {
  readonly kind: 'clearing' | 'fees' | 'vat' | 'levy' | 'settlement' | 'suspense' | 'receivable';
  readonly network: string | null;
  /** Hundredths of UGX. */
  readonly balance: bigint;
  /** The companies whose account is not zero. */
  readonly companies: number;
}

export function readSystemTotals(database: Database): Promise<SystemTotal[]> {
  return database.within(platformScope, async (db) => {
    const rows = await db.rows<Omit<SystemTotal, 'balance'> & { readonly balance: string }>(
      `select w.kind, w.network, coalesce(sum(a.balance), 0)::text as balance,
         count(*) filter (where a.balance <> 0)::int as companies
       from (
         select kind, network, 0 as place from accounts where kind = 'clearing' group by 1, 2
         union values ('fees', null, 1), ('vat', null, 2), ('levy', null, 3), ('settlement', null, 4),
           ('suspense', null, 5), ('receivable', null, 6)
       ) w
       left join accounts a on a.kind = w.kind and a.network is not distinct from w.network
       group by w.kind, w.network, w.place
       order by w.place, w.network`,
    );
    return rows.map((row) => ({ ...row, balance: BigInt(row.balance) }));
  });
}

/** One line of `npm run verify`. */
export function systemTotalText({ kind, network, balance, companies }: SystemTotal): string {
  const name = `${kind}${network === null ? '' : ` ${network}`}`;
  const how = companies === 1 ? '1 company' : `${companies.toLocaleString('en-US')} companies`;
  const whose = kind === 'receivable' ? `${how} ${companies === 1 ? 'owes' : 'owe'}` : how;
  return `${name.padEnd(15)} ${ugx(balance).padStart(24)}  ${whose}`;
}

function ugx(hundredths: bigint): string {
  return formatUgx(fromHundredths(hundredths));
}
