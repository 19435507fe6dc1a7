import { caseAt } from '@sente/contract/case-kinds';
import type { NetworkName, PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import { keepCorrectedDay } from '../ledger/corrected-days.queries.ts';
import { bookForProvider, type UnknownMoney } from '../ledger/suspense.ts';
import type { CaseRow } from './case-rows.queries.ts';
import { settleByServer } from './case-settling.queries.ts';
import { takeSettling } from './take.queries.ts';
import { feeBy, type Tariff } from './tariffs.ts';

/** What a case books against an account of the provider. */
export function moneyOf(
  row: Pick<CaseRow, 'id' | 'kind' | 'number' | 'network' | 'line_reference'>,
  amount: bigint,
  part: 'rest' | 'fee',
): UnknownMoney {
  return {
    network: row.network,
    direction: amount > 0n ? 'collection' : 'payout',
    amount: amount > 0n ? amount : -amount,
    key: `case:${row.id}:${part}`,
    reference: row.line_reference,
    description: `${caseAt(row.kind, row.network)}, case ${row.number}`,
  };
}

interface FeeRow extends Pick<CaseRow, 'id' | 'number' | 'day' | 'line_reference'> {
  readonly network: NetworkName;
  readonly direction: PaymentDirection;
  readonly amount: string;
  readonly fee: string;
}

/**
 * Compares the fees that a network took with its tariff: one that is as expected is booked, any other stays a case and
 * says what was expected. Returns whether there may be more. The caller holds the lock of the matching.
 */
export async function applyTariffs(
  db: Db,
  network: NetworkName,
  tariffs: readonly Tariff[],
  limit: number,
): Promise<boolean> {
  const rows = await listFees(db, network, tariffs, limit);
  for (const row of rows) {
    const amount = BigInt(row.amount);
    const expected = feeBy(tariffs, { ...row, amount });
    await db.rows('update reconciliation_cases set expected_fee = $2 where id = $1', [
      row.id,
      expected,
    ]);
    if (expected !== BigInt(row.fee)) continue;
    const money = moneyOf({ ...row, kind: 'fee' }, -expected, 'rest');
    const ids = [await bookForProvider(db, money, 'fees')];
    await keepCorrectedDay(db, ids, row.day);
    await takeSettling(db, row, ids);
    await settleByServer(db, row.id);
  }
  return rows.length === limit;
}

/** Open cases of fees that a tariff speaks of and that were not compared; those with a proposal are left to people. */
function listFees(
  db: Db,
  network: NetworkName,
  tariffs: readonly Tariff[],
  limit: number,
): Promise<FeeRow[]> {
  const own = tariffs.filter((one) => one.network === network);
  return db.rows<FeeRow>(
    `select c.id, c.number, c.day::text, c.network, l.reference as line_reference, l.amount, l.fee,
       case l.direction when 'in' then 'collection' else 'payout' end as direction
     from reconciliation_cases c join statement_lines l on l.id = c.line_id
     where c.state = 'open' and c.kind = 'fee' and c.network = $1 and c.expected_fee is null
       and exists (
         select from unnest($2::text[], $3::date[]) t (direction, from_day)
         where t.direction = case l.direction when 'in' then 'collection' else 'payout' end
           and t.from_day <= c.day
       )
       and not exists (
         select from approvals a where a.kind = 'case' and a.subject = c.id::text and a.state = 'waiting'
         union all
         select from approvals a
         where a.kind = 'cases' and a.details -> 'caseIds' ? c.id::text and a.state = 'waiting'
       )
     order by c.number limit $4`,
    [network, own.map(({ direction }) => direction), own.map(({ from }) => from), limit],
  );
}
