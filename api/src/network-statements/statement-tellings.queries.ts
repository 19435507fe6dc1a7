import type { Db } from '../db/database.ts';
import { afterLines, givenLines, valuesOf, type KeyedLine } from './given-lines.ts';
import { isCalled, type NewFile } from './network-statements.queries.ts';

/*
 * A network that lists its transactions by call tells them in its files too, with another time: a call says when a
 * payment began, a file perhaps when it ended. Its own id tells that both are one line.
 */

const isCall = (alias: string): string => `${alias}.source in ('call', 'simulator')`;

/** Whether the place told lines in the other way than this file. */
export async function hasOtherWay(
  db: Db,
  { network, source }: Pick<NewFile, 'network' | 'source'>,
): Promise<boolean> {
  const row = await db.row<{ found: boolean }>(
    `select exists (
       select from statement_files f
       where f.network = $1 and f.state <> 'withdrawn' and ${isCall('f')} <> $2
     ) as found`,
    [network, isCalled(source)],
  );
  return row?.found ?? false;
}

/** Of a line `o`: that the other way told it, and not yet this one. */
const isFree = `not o.is_withdrawn and not exists (select from statement_tellings t where t.line_id = o.id)
  and exists (select from statement_files h where h.id = o.file_id and ${isCall('h')} <> ${afterLines}::boolean)`;

/**
 * Notes which lines the other way told: each of them once, so that a payment that was made twice stays two lines
 * wherever a file ends. A fee that the other way did not tell becomes a line of its own: lines do not change.
 */
export async function insertTellings(
  db: Db,
  { id, network, source }: Pick<NewFile, 'id' | 'network' | 'source'>,
  lines: readonly KeyedLine[],
): Promise<void> {
  await db.rows(
    `with given as materialized (
       select * from ${givenLines} l
       where not exists (select from statement_tellings x where x.network = $1 and x.line_key = l.k)
     ), equal as materialized (
       select o.id, g.* from given g
       join statement_lines o on o.network = $1 and o.line_key = g.k and ${isFree}
     ), rest as materialized (
       select g.*, row_number() over (partition by r, d, m, s order by n) as nth from given g
       where r is not null and not exists (
         select from statement_lines o where o.network = $1 and o.line_key = g.k and not o.is_withdrawn
       )
     ), free as (
       select o.id, o.reference as r, o.direction as d, o.amount as m, o.status as s,
         row_number() over (
           partition by o.reference, o.direction, o.amount, o.status order by o.at, o.id
         ) as nth
       from statement_lines o
       where o.network = $1 and o.reference in (select r from rest) and ${isFree}
         and o.id not in (select id from equal)
     ), told as (
       insert into statement_tellings
         (line_id, network, line_key, file_id, line_number, order_id, phone, at, fee, kind, text)
       select id, $1::text, k, $2::uuid, n, o, p, a, f, kind, t from equal
       union all
       select f.id, $1::text, g.k, $2::uuid, g.n, g.o, g.p, g.a, g.f, g.kind, g.t from rest g
       join free f on f.r = g.r and f.d = g.d and f.m = g.m and f.s = g.s and f.nth = g.nth
       returning line_id, line_number, at, fee
     )
     insert into statement_lines (network, file_id, line_number, line_key, at, direction, amount, kind,
       status, text)
     select $1::text, $2::uuid, t.line_number,
       substr(encode(sha256(convert_to('fee ' || o.line_key, 'UTF8')), 'hex'), 1, 32)::uuid,
       -- A file has it on the day of its balance, a call when it began.
       case when ${afterLines} then o.at else t.at end, 'out', t.fee - coalesce(o.fee, 0), 'fee', 'completed',
       'Fee of ' || o.reference
     from told t join statement_lines o on o.id = t.line_id
     where t.fee > coalesce(o.fee, 0) and o.status = 'completed' and o.reference is not null
     on conflict (network, line_key) where not is_withdrawn do nothing`,
    [network, id, ...valuesOf(lines), isCalled(source)],
  );
}
