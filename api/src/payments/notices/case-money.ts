import type { Db } from '../../db/database.ts';
import { uuidV7 } from '../../db/uuid.ts';
import { closeNotices } from './notices.queries.ts';
import { endProposal } from './suspense-decisions.queries.ts';

/*
 * What two people decided about a line of a statement, for the messages of the network about the same payment: each
 * way of booking money of an unknown owner knows of the other.
 */

/** Open messages `n` about the payment of the line of a case `c`. */
const aboutLine = `statement_lines s join network_notices n on n.network = s.network and n.closed_at is null
    and n.is_proven and n.says_paid and n.case_id is null
    and (s.reference in (n.network_reference, n.reference)
      or n.reference in (s.order_id, short_id_uuid(s.order_id)::text))`;

/** Before any account, as whoever decides about a message does; also of what the cases would take back. */
export async function lockNoticesOf(db: Db, caseIds: readonly string[]): Promise<void> {
  await db.rows(
    `select from network_notices where id in (
       select n.id from reconciliation_cases c, ${aboutLine} where s.id = c.line_id and c.id = any($1::uuid[])
       union all
       select d.notice_id from reconciliation_cases c
       join suspense_decisions d on d.transaction_id = c.transaction_id and d.state = 'confirmed'
       where c.id = any($1::uuid[])
     )
     order by id for update`,
    [caseIds],
  );
}

interface CaseMoney {
  readonly caseId: string;
  readonly number: string;
  readonly lineId: string | null;
  /** Whether the line has no booking of its own, so that a message may be about the same money. */
  readonly isUnbooked: boolean;
  /** The transaction that booked it to suspense. */
  readonly transactionId: string;
  /** For people. */
  readonly said: string;
  readonly proposedBy: string;
  readonly decidedBy: string;
  readonly note: string;
}

/** What a case wrote to suspense is from there on as if a message had told it: it is released in the same way. */
export async function keepInSuspense(db: Db, money: CaseMoney): Promise<void> {
  const { caseId, transactionId, decidedBy } = money;
  const told = money.isUnbooked ? await findTold(db, money) : undefined;
  const noticeId = told?.id ?? (await insertNotice(db, money));
  if (told) await endProposal(db, told.payment_key, decidedBy, `Booked by case ${money.number}`);
  await db.rows(
    `insert into suspense_decisions (id, payment_key, notice_id, kind, direction, amount, note, state, proposed_by,
       proposed_at, decided_by, decided_at, transaction_id)
     select $1, n.payment_key, n.id, 'book', case t.type when 'credit' then 'collection' else 'payout' end, t.amount,
       $4, 'confirmed', $5, coalesce((
         select a.asked_at from approvals a join reconciliation_cases c on c.approval_id = a.id where c.id = $7
       ), now()), $6, now(), t.id
     from network_notices n, transactions t where n.id = $2 and t.id = $3`,
    [uuidV7(), noticeId, transactionId, money.note, money.proposedBy, decidedBy, caseId],
  );
}

/** The message about the same money that nobody has booked. */
function findTold(
  db: Db,
  { lineId, transactionId }: CaseMoney,
): Promise<{ id: string; payment_key: string } | undefined> {
  return db.row(
    `select n.id, n.payment_key from ${aboutLine} join transactions t on t.id = $2
     where s.id = $1 and coalesce(n.amount, t.amount) = t.amount
       and coalesce(n.direction = 'collection', t.type = 'credit') = (t.type = 'credit')
       and not exists (
         select from suspense_decisions d where d.payment_key = n.payment_key and d.state = 'confirmed'
       )
     order by n.amount nulls last, n.first_at, n.id limit 1`,
    [lineId, transactionId],
  );
}

async function insertNotice(db: Db, money: CaseMoney): Promise<string> {
  const id = uuidV7();
  await db.rows(
    `insert into network_notices (id, network, reference, network_reference, case_id, said, is_proven, content, amount,
       direction, says_paid)
     select $1, c.network, '', left(coalesce(s.reference, short_id_uuid(s.order_id)::text, t.reference), 100), c.id, $4,
       true, case when s.id is null then '' else left(jsonb_build_object('statement', f.name, 'line', s.line_number,
         'msisdn', s.phone, 'text', s.text)::text, 2000) end,
       t.amount, case t.type when 'credit' then 'collection' else 'payout' end, true
     from reconciliation_cases c join transactions t on t.id = $3
     left join statement_lines s on s.id = c.line_id left join statement_files f on f.id = s.file_id
     where c.id = $2`,
    [id, money.caseId, money.transactionId, money.said],
  );
  return id;
}

/** Its money has its place, so the messages about it end. */
export async function endNoticesOf(
  db: Db,
  { lineId, number, decidedBy }: Pick<CaseMoney, 'lineId' | 'number' | 'decidedBy'>,
): Promise<void> {
  const keys = await db.rows<{ payment_key: string }>(
    `select distinct n.payment_key from ${aboutLine} where s.id = $1 and not exists (
       select from suspense_decisions d where d.payment_key = n.payment_key and d.state = 'confirmed'
     )`,
    [lineId],
  );
  for (const { payment_key: key } of keys) {
    await endProposal(db, key, decidedBy, `Booked by case ${number}`);
    await closeNotices(db, key, decidedBy, `Settled with case ${number}`);
  }
}
