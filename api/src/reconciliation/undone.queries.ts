import type { Db } from '../db/database.ts';
import { unmatched } from './match.queries.ts';

/* What was reversed here, and what took the place of money in suspense. */

/** What has no other side yet is set off against its reversal; what was matched or settled is open again. */
export async function netReversals(db: Db): Promise<void> {
  // A release may be reversed before it was looked at.
  while (await followMoves(db));
  await db.rows(
    `with undone as (
       select b.network, b.transaction_id as reversal, o.transaction_id as original, o.line_id
       from reconciliation_bookings b
       join reconciliation_bookings o on o.transaction_id = b.reversal_of and o.network = b.network
         and o.effect = -b.effect
       where b.reversal_of is not null and b.state = 'open'
         and (${unmatched('o')} or (o.kind = 'suspense' and o.state = 'matched'))
         and not exists (select from suspense_moves m where m.instead_of = o.transaction_id and o.state = 'matched')
         -- The bank paid a settlement before it sent it back: its statement has both.
         and not (b.network = 'BANK' and o.kind = 'settlement')
     ), netted as (
       update reconciliation_bookings b
       set state = 'netted', line_id = null, line_day = null, how = null from undone u
       where b.transaction_id in (u.reversal, u.original) and b.network = u.network
     )
     update reconciliation_lines l set state = 'open' from undone u where l.line_id = u.line_id`,
  );
  await reopenSettled(db);
}

interface MoveRow {
  readonly network: string;
  readonly original: string;
  readonly reversal: string;
  readonly successor: string;
  /** Of the original. */
  readonly state: string;
  readonly case_id: string | null;
  readonly line_id: string | null;
  readonly line_day: string | null;
  readonly how: string | null;
}

/**
 * Money that was released from suspense, or came back there: the transaction that took the place of another one also
 * takes its line or its case. Returns whether there may be more.
 */
async function followMoves(db: Db): Promise<boolean> {
  const moves = await db.rows<MoveRow>(
    `select b.network, o.transaction_id as original, b.transaction_id as reversal, t.transaction_id as successor,
       o.state, o.case_id, o.line_id, o.line_day::text, o.how
     from reconciliation_bookings b
     join reconciliation_bookings o on o.transaction_id = b.reversal_of and o.network = b.network
       and o.effect = -b.effect and o.state in ('matched', 'differs', 'settled')
     join suspense_moves m on m.instead_of = o.transaction_id
     join reconciliation_bookings t on t.transaction_id = m.transaction_id and t.network = b.network
       and t.effect = o.effect and ${unmatched('t')}
     where b.reversal_of is not null and b.state = 'open'`,
  );
  for (const { network, original, reversal, successor, ...was } of moves) {
    // Of a case, all stay with it, and sum up to what it is about. Of a line, one has it.
    if (was.line_id === null) {
      await db.rows(
        `update reconciliation_bookings set state = $3, case_id = $4 where network = $1 and transaction_id = $2`,
        [network, reversal, was.state, was.case_id],
      );
    } else {
      await db.rows(
        `update reconciliation_bookings
         set state = 'netted', case_id = null, line_id = null, line_day = null, how = null
         where network = $1 and transaction_id in ($2, $3)`,
        [network, original, reversal],
      );
    }
    await db.rows(
      `update reconciliation_bookings set state = $3, case_id = $4, line_id = $5, line_day = $6, how = $7
       where network = $1 and transaction_id = $2`,
      [network, successor, was.state, was.case_id, was.line_id, was.line_day, was.how],
    );
  }
  return moves.length > 0;
}

/**
 * What settled a case and was reversed, with the fee that it booked: the case is settled no more, and what it was about
 * opens another one. Where only a part was reversed it stays as it is: then the reversal is what the network does not have.
 */
async function reopenSettled(db: Db): Promise<void> {
  await db.rows(
    `with reversed as materialized (
       select b.network, b.transaction_id as reversal, b.effect, o.case_id
       from reconciliation_bookings b
       join reconciliation_bookings o on o.transaction_id = b.reversal_of and o.network = b.network
         and o.effect = -b.effect and o.state = 'settled' and o.line_id is null
       join reconciliation_cases c on c.id = o.case_id and c.transaction_id is distinct from o.transaction_id
       where b.reversal_of is not null and b.state = 'open'
         and not exists (select from suspense_moves m where m.instead_of = o.transaction_id)
     ), undone as materialized (
       select c.network, c.id as case_id, c.line_id, c.transaction_id as ours,
         c.kind in ('only-ours', 'not-paid') as is_ours, c.kind in ('amount', 'fee') as is_pair
       from reconciliation_cases c
       join (select case_id, sum(effect) as effect from reversed group by case_id) r on r.case_id = c.id
       where c.state = 'settled' and 0 = r.effect + (
         select coalesce(sum(x.effect), 0) from reconciliation_bookings x
         where x.case_id = c.id and x.transaction_id is distinct from c.transaction_id
       )
     ), netted as (
       update reconciliation_bookings b set state = 'netted', case_id = null from undone u
       where b.network = u.network and (
         b.transaction_id in (select r.reversal from reversed r where r.case_id = u.case_id)
         or (b.case_id = u.case_id and b.transaction_id is distinct from u.ours)
       )
     ), ours as (
       update reconciliation_bookings b
       set state = case when u.is_pair then 'differs' else 'open' end, case_id = null
       from undone u
       where b.transaction_id = u.ours and b.network = u.network and b.state = 'settled'
         and (u.is_ours or u.is_pair)
     )
     update reconciliation_lines l
     set state = case when u.is_pair then 'differs' else 'open' end, case_id = null, payment_id = null
     from undone u where l.line_id = u.line_id and l.state = 'settled'`,
  );
}
