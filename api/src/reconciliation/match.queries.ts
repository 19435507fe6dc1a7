import type { Db } from '../db/database.ts';

/*
 * Finds the line of each booking: of the lines that were just taken, and in the end of everything that has no
 * other side yet, also of what is a case already, because a later statement may bring it.
 */

/** A line is written when the person paid; we book it when we hear of it. */
const around = "interval '15 minutes'";
/** The bank's day is a day on which it works, and people enter its movements by hand. */
export const bankDays = "interval '3 days'";
export const unmatched = (alias: string): string => `${alias}.state in ('open', 'case')`;
const isMoney = `${unmatched('l')} and l.moved <> 0`;
/** By its words no fee and no reversal. The bank sends back one by one, so its returns have a booking each. */
const isOrdinary = `(l.kind not in ('fee', 'reversal') or (l.kind = 'reversal' and l.network = 'BANK'))`;
/** People write notes: with the amount of a booking, the words decide nothing. */
const isWhole = `(${isOrdinary} or b.effect = l.moved)`;

const ways = {
  // All settlements of a batch may have one reference: then it says nothing without the amount.
  reference: `b.network = l.network and b.reference = l.reference and b.reversal_of is null
    and (b.batch_id is null or b.effect = l.moved or not exists (
      select from reconciliation_bookings o where o.network = b.network and o.reference = b.reference
        and o.batch_id = b.batch_id and o.transaction_id <> b.transaction_id
    ))`,
  order: `b.network = l.network and b.payment_id = l.order_id and b.reversal_of is null`,
  // Of an unknown owner, booked because of a message with our id and without the network's.
  told: `b.network = l.network and b.reference = l.order_id::text and b.payment_id is null and b.reversal_of is null`,
  // Two references that differ are two payments.
  phone: `b.network = l.network and b.phone = l.phone and b.effect = l.moved
    and l.at between b.began_at - ${around} and b.booked_at + ${around}
    and (l.reference is null or b.reference is null)`,
  // It arrives within days, or was entered late. At the bank both may have its reference.
  transfer: `b.network = l.network and b.phone is null and b.effect = l.moved and b.kind = 'float'
    and (l.reference is null or b.reference is null)
    and l.at between b.booked_at - ${bankDays} and b.booked_at + ${bankDays}`,
  // Ours, on a file that the bank got.
  text: `b.network = l.network and b.our_reference is not null and exists (
      select from statement_lines s where s.id = l.line_id and strpos(s.text, b.our_reference) > 0
    )`,
  // People book late what came. Two references that differ are two movements here as well: otherwise any payment
  // of that amount would stand for a settlement that never arrived.
  amount: `b.network = l.network and b.phone is null and b.effect = l.moved
    and (l.reference is null or b.reference is null)
    and l.at <= b.booked_at + ${bankDays} and l.at >= b.booked_at - interval '30 days'
    and (l.kind <> 'reversal' or b.reversal_of is not null)`,
} as const;
type Way = keyof typeof ways;

/** Lines that can be found that way. */
const lines: Readonly<Record<Way, string>> = {
  reference: 'l.reference is not null',
  order: 'l.order_id is not null',
  told: 'l.order_id is not null',
  phone: 'l.phone is not null',
  transfer: "l.kind = 'transfer'",
  text: "l.network = 'BANK'",
  amount: "l.network = 'BANK'",
};
/** The kinds of lines that can be found that way. An amount alone does not make a fee a payment. */
const kindsOf: Readonly<Record<Way, string>> = {
  reference: isWhole,
  order: isWhole,
  told: isWhole,
  phone: `(${isOrdinary} or l.kind = 'fee')`,
  transfer: isOrdinary,
  text: isWhole,
  amount: isOrdinary,
};
const firstWays: readonly Way[] = [
  'reference',
  'order',
  'told',
  'phone',
  'transfer',
  'text',
  'amount',
];

/** Lateral and not flattened: what has no line yet may be a million bookings, and a plan without statistics
 * would begin with them. */
const candidatesBy = (way: Way, from: string): string =>
  `select l.line_id, l.network, l.day, l.effect, b.transaction_id, b.effect = l.moved as is_equal,
     abs(extract(epoch from l.at - b.booked_at)) as distance
   from ${from} l cross join lateral (
     select b.transaction_id, b.effect, b.booked_at from reconciliation_bookings b
     where ${ways[way]} and ${unmatched('b')} and sign(b.effect) = sign(l.moved) offset 0
   ) b
   where ${isMoney} and ${kindsOf[way]} and ${lines[way]}`;

/**
 * Pairs each booking with its nearest line, if no other booking is nearer to that; with equal amounts if
 * there are any. Candidates carry all that is needed of the line: each update then looks up one row by its key.
 */
const pairing = (
  candidates: string,
  how: string,
): string => `candidates as materialized (${candidates}),
  nearest as (
    select distinct on (line_id) * from (
      select distinct on (transaction_id, network) * from candidates
      order by transaction_id, network, is_equal desc, distance, line_id
    ) n
    order by line_id, is_equal desc, distance, transaction_id
  ), booked as (
    update reconciliation_bookings b
    set line_id = n.line_id, line_day = n.day, how = ${how},
      state = case when b.effect = n.effect then 'matched' else 'differs' end
    from nearest n where b.transaction_id = n.transaction_id and b.network = n.network
    returning b.line_id, b.state
  )`;

/**
 * Of lines that are not stored yet: a line that is stored with its state is not written a second time. Those of the
 * bank may stand for a batch, whose settlements all have the reference, so they wait.
 */
export const pairingOfNew = (from: string): string =>
  pairing(`${candidatesBy('reference', from)} and l.network <> 'BANK'`, "'reference'");

async function pair(
  db: Db,
  how: Way | 'reversal',
  candidates: string,
  values: readonly string[] = [],
): Promise<number> {
  const row = await db.row<{ count: number }>(
    `with ${pairing(candidates, '$1')}, lined as (
       update reconciliation_lines l set state = b.state from booked b where l.line_id = b.line_id
     )
     select count(*)::int as count from booked`,
    [how, ...values],
  );
  return row?.count ?? 0;
}

/** Lines by their ids; all without it. */
export interface Range {
  readonly after: string;
  readonly last: string;
}

/** The more telling way first; each again while it finds something, because two may want the same line. */
export async function matchPayments(db: Db, range?: Range): Promise<void> {
  // By the key: what was matched stays in the index of open lines until it is vacuumed.
  const within = range ? ' and l.line_id > $2 and l.line_id <= $3' : '';
  const values = range ? [range.after, range.last] : [];
  for (const way of firstWays) {
    const candidates = `${candidatesBy(way, 'reconciliation_lines')}${within}`;
    for (let round = 0; round < 10; round++) {
      if ((await pair(db, way, candidates, values)) === 0) break;
    }
  }
}

/** Whether the text of a reversal names a payment, or its number and amount do. */
const takesBack = (reference: string, phone: string, effect: string): string =>
  `${effect} = -l.moved and (
     (${reference} is not null
       and (strpos(l.text, ${reference}) > 0 or l.reference in (${reference}, ${reference} || 'R')))
     or ${phone} = l.phone
   )`;

const reversals = `(
    select l.*, s.text from reconciliation_lines l join statement_lines s on s.id = l.line_id
    where l.kind = 'reversal' and ${unmatched('l')} and l.moved <> 0
  ) l`;

/** What the network took back, with what was reversed here. */
export async function matchReversals(db: Db): Promise<void> {
  await pair(
    db,
    'reversal',
    `select l.line_id, l.network, l.day, l.effect, b.transaction_id, true as is_equal,
       abs(extract(epoch from l.at - b.booked_at)) as distance
     from ${reversals}
     join reconciliation_bookings b on b.network = l.network and b.effect = l.moved
       and b.reversal_of is not null and ${unmatched('b')}
     join reconciliation_bookings o on o.transaction_id = b.reversal_of and o.network = b.network
     where ${takesBack('o.reference', 'o.phone', 'o.effect')}`,
  );
  // Paid and taken back at the network, and never booked here. A booking may still come for two hours.
  await db.rows(
    `with pairs as (
       select distinct on (m.line_id) m.line_id as paid, l.line_id as back from ${reversals}
       join reconciliation_lines m on m.network = l.network and ${unmatched('m')}
         and m.kind <> 'reversal' and m.at <= l.at and m.at > l.at - interval '30 days'
         and m.at < now() - interval '2 hours'
       where m.effect = -l.effect and ${takesBack('m.reference', 'm.phone', 'm.moved')}
       order by m.line_id, l.at, l.line_id
     ), once as (
       select distinct on (back) * from pairs order by back, paid
     )
     update reconciliation_lines r set state = 'netted' from once o
     where r.line_id in (o.paid, o.back)`,
  );
}

/** Payments that are not booked here, and about which a statement says that they were paid. */
export async function findUnbooked(db: Db): Promise<void> {
  const fits = `p.network = l.network and p.status <> 'SUCCESS' and p.origin <> 'import'
    and (p.direction = 'collection') = (l.moved > 0) and (${isOrdinary} or p.amount = abs(l.moved))`;
  await db.rows(
    `with found as (
       select distinct on (l.line_id) l.line_id, p.id, p.rank, p.distance
       from reconciliation_lines l cross join lateral (
         select p.id, 1 as rank, 0::numeric as distance from payments p
         where p.network_reference = l.reference collate "C" and ${fits}
         union all
         select p.id, 2, 0 from payments p where p.id = l.order_id and ${fits}
         union all
         select p.id, 3, abs(extract(epoch from l.at - p.created_at)) from payments p
         where p.phone_number = l.phone and p.amount = abs(l.moved) and ${fits} and l.kind <> 'reversal'
           and l.at > p.created_at - ${around}
           and l.at < coalesce(p.finished_at, now()) + interval '1 day'
           and (l.reference is null or p.network_reference is null)
       ) p
       where ${isMoney} and l.payment_id is null
         and not exists (select from reconciliation_lines o where o.payment_id = p.id)
       order by l.line_id, p.rank, p.distance, p.id
     ), once as (
       select distinct on (id) * from found order by id, rank, distance, line_id
     )
     update reconciliation_lines l set payment_id = o.id from once o where l.line_id = o.line_id`,
  );
}
