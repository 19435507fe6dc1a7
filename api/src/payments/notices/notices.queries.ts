import type { NetworkNotice } from '@sente/contract/network-notices';
import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../../db/database.ts';
import { lockKeys } from '../../db/lock-keys.ts';
import { uuidV7 } from '../../db/uuid.ts';

export interface NewNotice {
  readonly network: string;
  readonly reference: string;
  /** The network's own id, which its statements have; null if the message has none. */
  readonly networkReference: string | null;
  readonly said: string;
  readonly isProven: boolean;
  readonly content: string;
  /** What was paid in hundredths of UGX, if the network said so in UGX. */
  readonly amount: bigint | null;
  readonly direction: PaymentDirection | null;
  readonly saysPaid: boolean;
}

/** New notices per network and hour that are not proven: anybody can send them. */
const mostUnprovenPerHour = 100;

/**
 * Repetitions are counted, and add what the first message did not say. Above the hourly limit, new
 * notices are dropped, but never what a network has proved to say. False if it was dropped.
 */
export async function keepNotice(db: Db, notice: NewNotice): Promise<boolean> {
  const { network, reference, said, isProven, content, amount, direction, saysPaid } = notice;
  const networkReference = notice.networkReference && printable(notice.networkReference, 100);
  const values = [network, printable(reference, 100), printable(said, 200), isProven];
  const cut = printable(content, 2_000);
  const repeated = await db.row(
    `update network_notices
     set times = times + 1, last_at = now(), content = $5, amount = coalesce(amount, $6),
       direction = coalesce(direction, $7), network_reference = coalesce(network_reference, $8)
     where network = $1 and reference = $2 and said = $3 and is_proven = $4 and closed_at is null
     returning id`,
    [...values, cut, amount, direction, networkReference],
  );
  if (repeated) return true;
  const kept = await db.row(
    `insert into network_notices as n
       (id, network, reference, said, is_proven, content, amount, direction, network_reference, says_paid)
     select $9, $1, $2, $3, $4, $5, $6, $7, $8, $10
     where $4 or $11 > (
       select count(*) from network_notices
       where network = $1 and not is_proven and first_at > now() - interval '1 hour'
     )
     on conflict (network, reference, said, is_proven) where closed_at is null
     do update set times = n.times + 1, last_at = now(), content = excluded.content,
       amount = coalesce(n.amount, excluded.amount),
       direction = coalesce(n.direction, excluded.direction),
       network_reference = coalesce(n.network_reference, excluded.network_reference)
     returning n.id`,
    [...values, cut, amount, direction, networkReference, uuidV7(), saysPaid, mostUnprovenPerHour],
  );
  return kept !== undefined;
}

/** Text from a stranger, without the characters that PostgreSQL or a screen cannot take. */
function printable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Cc}/gu, ' ');
}

export interface NoticeRow {
  readonly id: string;
  /** Shared by all messages about one payment. */
  readonly payment_key: string;
  readonly network: string;
  readonly reference: string;
  readonly network_reference: string | null;
  readonly said: string;
  readonly is_proven: boolean;
  readonly content: string;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly times: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string | null;
  readonly direction: PaymentDirection | null;
  readonly says_paid: boolean;
  /** Whether it says something else than the message that its payment was booked by. */
  readonly contradicts: boolean;
  readonly booking: DecisionRow | null;
  readonly release: DecisionRow | null;
  readonly proposal: DecisionRow | null;
  /** The last proposal, if it was rejected. */
  readonly rejection: DecisionRow | null;
  /** Who reversed the last booking of its payment. */
  readonly undone_by: string | null;
  /** The case that wrote it to suspense, if a statement told it. */
  readonly of_case: { readonly id: string; readonly number: number } | null;
  /** What booked its payment, if a case or another message did. */
  readonly booked_by: {
    readonly transactionId: string;
    readonly caseId: string | null;
    readonly number: number | null;
  } | null;
}

/** As PostgreSQL writes it in JSON. */
export interface DecisionRow {
  readonly id: string;
  readonly kind: 'book' | 'release';
  readonly direction: PaymentDirection;
  /** Hundredths of UGX. */
  readonly amount: string;
  readonly note: string;
  readonly proposed_by: string;
  readonly proposed_by_name: string;
  readonly proposed_at: string;
  readonly decided_at: string | null;
  readonly decided_by_name: string | null;
  readonly decision_note: string | null;
  readonly transaction_id: string | null;
  readonly account: NonNullable<NonNullable<NetworkNotice['proposal']>['account']> | null;
}

const nameOf = (user: string) =>
  `(select p.first_name || ' ' || p.last_name from users p where p.id = ${user})`;

/** One decision about the payment of a proven notice `n`. */
function decisionOf(which: string): string {
  return `(
    select jsonb_build_object('id', d.id, 'kind', d.kind, 'direction', d.direction,
      'amount', d.amount::text, 'note', d.note, 'proposed_by', d.proposed_by,
      'proposed_by_name', u.first_name || ' ' || u.last_name, 'proposed_at', d.proposed_at,
      'decided_by_name', ${nameOf('d.decided_by')}, 'decision_note', d.decision_note,
      'decided_at', d.decided_at, 'transaction_id', d.transaction_id,
      'account', case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name,
        'number', a.number, 'companyId', c.id, 'companyName', c.name) end)
    from suspense_decisions d
    join users u on u.id = d.proposed_by
    left join accounts a on a.id = d.account_id
    left join companies c on c.id = a.company_id
    where d.payment_key = n.payment_key and n.is_proven and ${which}
  )`;
}

const select = `select n.id, n.payment_key, n.network, n.reference, n.network_reference, n.said, n.is_proven, n.content,
    n.first_at, n.last_at, n.times, n.amount, n.direction, n.says_paid,
    notice_contradicts(n.id) as contradicts,
    ${decisionOf("d.state = 'confirmed' and d.kind = 'book'")} as booking,
    ${decisionOf("d.state = 'confirmed' and d.kind = 'release'")} as release,
    ${decisionOf("d.state = 'proposed'")} as proposal,
    ${decisionOf(`d.state = 'rejected' and d.decision_note is not null and not exists (
      select from suspense_decisions later where later.payment_key = d.payment_key and later.id > d.id
    )`)} as rejection,
    (
      select d.undone_by from suspense_decisions d
      where d.payment_key = n.payment_key and n.is_proven and d.kind = 'book' and d.state = 'undone'
      order by d.undone_at desc limit 1
    ) as undone_by,
    (
      select jsonb_build_object('id', c.id, 'number', c.number) from reconciliation_cases c where c.id = n.case_id
    ) as of_case,
    (
      select jsonb_build_object('transactionId', by.id, 'caseId', c.id, 'number', c.number)
      from notice_booked_by(n.id) by (id)
      left join reconciliation_bookings b on b.transaction_id = by.id and b.network = n.network
      left join reconciliation_cases c on c.id = b.case_id
      where by.id is not null
    ) as booked_by
  from network_notices n where n.closed_at is null`;

/** Of those that have neither a proposal nor money in suspense. */
const mostOthers = 200;

/** Proposals first, then money in suspense, all of it: it is reached from here only. */
export function listNotices(db: Db): Promise<NoticeRow[]> {
  return db.rows<NoticeRow>(
    `select * from (
       select *, row_number() over (
         partition by place order by is_proven desc, contradicts desc, last_at desc, id
       ) as number
       from (
         select *, case when proposal is not null then 1
           when booking is not null and release is null then 2 else 3 end as place
         from (${select}) n
       ) n
     ) n
     where place < 3 or number <= ${mostOthers}
     order by place, number`,
  );
}

export function findNotice(db: Db, id: string): Promise<NoticeRow | undefined> {
  return db.row<NoticeRow>(`${select} and n.id = $1`, [id]);
}

/** Orders concurrent decisions about one payment, whichever of its messages they start from. */
export async function lockNotices(db: Db, paymentKey: string): Promise<void> {
  await db.rows('select id from network_notices where payment_key = $1 order by id for update', [
    paymentKey,
  ]);
}

/** Before the notices: a case about the same money is settled before this is decided, or after it. */
export async function lockBooking(db: Db): Promise<void> {
  await db.rows('select pg_advisory_xact_lock($1)', [lockKeys.reconciliation]);
}

/** Whether another proven message about its payment is open. */
export async function hasOther(db: Db, { id, payment_key }: NoticeRow): Promise<boolean> {
  const other = await db.row(
    `select id from network_notices
     where payment_key = $1 and id <> $2 and is_proven and closed_at is null limit 1`,
    [payment_key, id],
  );
  return other !== undefined;
}

export async function closeNotice(db: Db, id: string, userId: string, note: string): Promise<void> {
  await db.rows(
    'update network_notices set closed_at = now(), closed_by = $2, note = $3 where id = $1',
    [id, userId, note],
  );
}

/** All messages about a payment whose money has its owner. */
export async function closeNotices(
  db: Db,
  paymentKey: string,
  userId: string,
  note: string,
): Promise<void> {
  await db.rows(
    `update network_notices set closed_at = now(), closed_by = $2, note = $3
     where payment_key = $1 and closed_at is null`,
    [paymentKey, userId, note],
  );
}

/** Unless the network has repeated the same words since, which opened another one. */
export async function reopenNotice(db: Db, id: string): Promise<void> {
  await db.rows(
    `update network_notices n set closed_at = null, closed_by = null, note = null
     where n.id = $1 and not exists (
       select from network_notices o
       where o.network = n.network and o.reference = n.reference and o.said = n.said
         and o.is_proven = n.is_proven and o.closed_at is null
     )`,
    [id],
  );
}
