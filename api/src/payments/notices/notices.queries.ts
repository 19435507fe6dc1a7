import type { NetworkNotice } from '@sente/contract/network-notices';
import type { PaymentDirection } from '@sente/contract/payments';
import { toUgx } from '../../db/amounts.ts';
import type { Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';

export interface NewNotice {
  readonly network: string;
  readonly reference: string;
  readonly said: string;
  readonly isProven: boolean;
  readonly content: string;
  /** What was paid in hundredths of UGX, if the network said so in UGX. */
  readonly amount: bigint | null;
}

/** New notices per network and hour. Anybody can send an unproven one. */
const mostPerHour = { proven: 1_000, unproven: 100 };

/** Repetitions are counted. Above the hourly limit, new notices are dropped. */
export async function keepNotice(db: Db, notice: NewNotice): Promise<void> {
  const { network, reference, said, isProven, content, amount } = notice;
  const values = [network, printable(reference, 100), printable(said, 200), isProven];
  const cut = printable(content, 2_000);
  const repeated = await db.row(
    `update network_notices set times = times + 1, last_at = now(), content = $5
     where network = $1 and reference = $2 and said = $3 and is_proven = $4 and closed_at is null
     returning id`,
    [...values, cut],
  );
  if (repeated) return;
  await db.rows(
    `insert into network_notices (id, network, reference, said, is_proven, content, amount)
     select $6, $1, $2, $3, $4, $5, $8
     where $7 > (
       select count(*) from network_notices
       where network = $1 and is_proven = $4 and first_at > now() - interval '1 hour'
     )
     on conflict (network, reference, said, is_proven) where closed_at is null
     do update set times = network_notices.times + 1, last_at = now(), content = excluded.content`,
    [...values, cut, uuidV7(), mostPerHour[isProven ? 'proven' : 'unproven'], amount],
  );
}

/** Text from a stranger, without the characters that PostgreSQL or a screen cannot take. */
function printable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Cc}/gu, ' ');
}

export interface NoticeRow {
  readonly id: string;
  readonly payment: string;
  readonly network: string;
  readonly reference: string;
  readonly said: string;
  readonly is_proven: boolean;
  readonly content: string;
  readonly first_at: Date;
  readonly last_at: Date;
  readonly times: number;
  /** Hundredths of UGX; bigint arrives as text. */
  readonly amount: string | null;
  readonly booking: DecisionRow | null;
  readonly release: DecisionRow | null;
  readonly proposal: DecisionRow | null;
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
  readonly transaction_id: string | null;
  readonly account: NonNullable<NonNullable<NetworkNotice['proposal']>['account']> | null;
}

/** One decision about the payment of a proven notice `n`. */
function decisionOf(which: string): string {
  return `(
    select jsonb_build_object('id', d.id, 'kind', d.kind, 'direction', d.direction,
      'amount', d.amount::text, 'note', d.note, 'proposed_by', d.proposed_by,
      'proposed_by_name', u.first_name || ' ' || u.last_name, 'proposed_at', d.proposed_at,
      'decided_at', d.decided_at, 'transaction_id', d.transaction_id,
      'account', case when a.id is not null then jsonb_build_object('id', a.id, 'name', a.name,
        'number', a.number, 'companyId', c.id, 'companyName', c.name) end)
    from suspense_decisions d
    join users u on u.id = d.proposed_by
    left join accounts a on a.id = d.account_id
    left join companies c on c.id = a.company_id
    where d.payment = n.payment and n.is_proven and ${which}
  )`;
}

const proposal = decisionOf("d.state = 'proposed'");

const select = `select n.id, n.payment, n.network, n.reference, n.said, n.is_proven, n.content,
    n.first_at, n.last_at, n.times, n.amount,
    ${decisionOf("d.state = 'confirmed' and d.kind = 'book'")} as booking,
    ${decisionOf("d.state = 'confirmed' and d.kind = 'release'")} as release,
    ${proposal} as proposal
  from network_notices n where n.closed_at is null`;

const mostListed = 200;

export function listNotices(db: Db): Promise<NoticeRow[]> {
  return db.rows<NoticeRow>(
    `select * from (${select}) n
     order by proposal is not null desc, is_proven desc, last_at desc, id limit ${mostListed}`,
  );
}

export function findNotice(db: Db, id: string): Promise<NoticeRow | undefined> {
  return db.row<NoticeRow>(`${select} and n.id = $1`, [id]);
}

/** Orders concurrent decisions about one payment, whichever of its messages they start from. */
export async function lockPayment(db: Db, payment: string): Promise<void> {
  await db.rows('select id from network_notices where payment = $1 order by id for update', [
    payment,
  ]);
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
  payment: string,
  userId: string,
  note: string,
): Promise<void> {
  await db.rows(
    `update network_notices set closed_at = now(), closed_by = $2, note = $3
     where payment = $1 and closed_at is null`,
    [payment, userId, note],
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

export function toNotice(row: NoticeRow, userId: string): NetworkNotice {
  return {
    id: row.id,
    network: row.network,
    reference: row.reference,
    said: row.said,
    isProven: row.is_proven,
    content: row.content,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    times: row.times,
    amount: row.amount === null ? null : toUgx(row.amount),
    booking: bookingOf(row),
    proposal: row.proposal && toProposal(row.proposal, userId),
  };
}

function bookingOf({ booking, release }: NoticeRow): NetworkNotice['booking'] {
  if (!booking) return null;
  return {
    transactionId: booking.transaction_id ?? '',
    direction: booking.direction,
    amount: toUgx(booking.amount),
    at: new Date(booking.decided_at ?? booking.proposed_at).toISOString(),
    release:
      release?.account && release.transaction_id
        ? { transactionId: release.transaction_id, account: release.account }
        : null,
  };
}

function toProposal(row: DecisionRow, userId: string): NonNullable<NetworkNotice['proposal']> {
  return {
    id: row.id,
    decision: row.kind,
    direction: row.direction,
    amount: toUgx(row.amount),
    account: row.account,
    note: row.note,
    by: row.proposed_by_name,
    isOwn: row.proposed_by === userId,
    at: new Date(row.proposed_at).toISOString(),
  };
}
