import type { CaseAction } from '@sente/contract/case-kinds';
import type { CaseEvent } from '@sente/contract/reconciliation';
import type { Db } from '../db/database.ts';

export interface EventRow {
  readonly at: Date;
  readonly what: CaseEvent['what'];
  readonly by: string | null;
  readonly action: CaseAction | null;
  /** Of the other case, if they are said to be a pair. */
  readonly other: string | null;
  readonly text: string | null;
}

/** Who proposed what and what became of it, and what people wrote. */
export function listEvents(db: Db, id: string): Promise<EventRow[]> {
  const name = (user: string): string =>
    `(select u.first_name || ' ' || u.last_name from users u where u.id = ${user})`;
  return db.rows<EventRow>(
    `with asked as (
       select * from approvals where kind = 'case' and subject = $1
       union all
       select * from approvals where details ? 'otherCaseId' and details ->> 'otherCaseId' = $1
       union all
       select * from approvals where kind = 'cases' and details -> 'caseIds' ? $1
     )
     select * from (
       select a.asked_at as at, 'proposed' as what, ${name('a.asked_by')} as by,
         a.details ->> 'action' as action,
         a.details ->> case when a.subject = $1 then 'otherNumber' else 'number' end as other, a.note as text
       from asked a
       union all
       select a.decided_at, a.state, ${name('a.decided_by')}, a.details ->> 'action', null,
         a.decision_note
       from asked a where a.state <> 'waiting'
       union all
       select n.written_at, 'noted', ${name('n.written_by')}, null, null, n.text
       from case_notes n where n.case_id = $1::uuid
     ) e
     order by at`,
    [id],
  );
}

export async function insertNote(db: Db, id: string, userId: string, text: string): Promise<void> {
  await db.rows('insert into case_notes (case_id, written_by, text) values ($1, $2, $3)', [
    id,
    userId,
    text,
  ]);
}
