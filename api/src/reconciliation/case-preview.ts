import type { CasePreview } from '@sente/contract/reconciliation';
import type { Db } from '../db/database.ts';
import { readLegs } from '../ledger/legs.ts';

/** The transactions with their legs, and with what is advanced before or repaid after them. */
export async function previewOf(db: Db, ids: readonly string[]): Promise<CasePreview> {
  const rows = await db.rows<{ id: string; kind: string; description: string; company: string }>(
    `select t.id, t.kind, t.description,
       (select c.name from companies c where c.id = t.company_id) as company
     from unnest($1::uuid[]) with ordinality u (id, place)
     cross join lateral (values (-1), (0), (1)) s (steps)
     join transactions t on t.id = uuid_beside(u.id, s.steps)
     where s.steps = 0 or t.kind in ('advance', 'repayment')
     order by u.place, s.steps`,
    [ids],
  );
  const postings: CasePreview['postings'] = [];
  for (const { id, kind, description, company } of rows) {
    postings.push({ kind, description, companyName: company, legs: await readLegs(db, id) });
  }
  return { postings };
}
