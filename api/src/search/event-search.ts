import { plainArray } from '../db/array-literal.ts';
import type { FindEvents } from '../events/find-events.ts';
import { findHits } from './hits.ts';
import { searchTermsOf } from './search-terms.ts';

/** The newest that a text finds; whoever looks for an older one types more of it. */
const mostEvents = 1_000;
/** The newest bulk payouts and settlements, whose names no index finds. */
const newestNamed = 1_000;

/** "7" or "#7". */
const number = /^#?(\d{1,15})$/;

/**
 * The ids of a company's events that the text names, or whose payment, settlement or bulk payout it names. Each
 * part reads an index.
 */
export const searchEvents: FindEvents = async (db, companyId, text) => {
  const created = { fromId: null, belowId: null };
  const hits = await findHits(db, text, { companyId, of: 'payments', created });
  const { ids } = searchTermsOf(text);
  const rows = await db.rows<{ id: string }>(
    `with about as (
       select unnest($2::uuid[]) as id
       union all (
         select b.id from (
           select id, name from bulk_payouts where company_id = $1 order by id desc limit ${newestNamed}
         ) b where position(lower($3) in lower(b.name)) > 0
       )
       union all (
         select s.transaction_id from (
           select transaction_id, reference from settlements
           where company_id = $1 order by id desc limit ${newestNamed}
         ) s where position(lower($3) in lower(s.reference)) > 0
       )
     )
     select id from (
       select e.id from about a
       join webhook_events e on e.company_id = $1 and e.payment_id = a.id
       union
       select id from webhook_events where company_id = $1 and id between $4::uuid and $5::uuid
       union
       select id from webhook_events
       where company_id = $1 and payment_id between $4::uuid and $5::uuid
       union
       select id from webhook_events where company_id = $1 and sequence = $6::bigint
     ) found order by id desc limit ${mostEvents}`,
    [
      companyId,
      plainArray([...hits.paymentIds, ...hits.transactionIds]),
      text,
      ids?.from ?? null,
      ids?.to ?? null,
      number.exec(text)?.[1] ?? null,
    ],
  );
  return rows.map(({ id }) => id);
};
