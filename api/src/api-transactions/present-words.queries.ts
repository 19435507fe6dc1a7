import type { Db } from '../db/database.ts';

export interface PresentWords {
  readonly statuses: string[];
  readonly networks: string[];
}

/** How far back to look for networks: no index has them by company. */
const newestLookedAt = 5_000;

/**
 * Undefined if there is no such company. Statuses other than SUCCESS and FAILED have a partial
 * index, in which each distinct value is found in one step; for the others one row is enough.
 */
export function findPresentWords(db: Db, companyId: string): Promise<PresentWords | undefined> {
  return db.row<PresentWords>(
    `with recursive other(status) as (
       (
         select p.status from payments p
         where p.company_id = $1 and p.status not in ('SUCCESS', 'FAILED')
         order by p.status limit 1
       )
       union all
       select (
         select p.status from payments p
         where p.company_id = $1 and p.status > other.status
           and p.status not in ('SUCCESS', 'FAILED')
         order by p.status limit 1
       )
       from other where other.status is not null
     )
     select
       array(
         select status from other where status is not null
         union all
         select 'SUCCESS' where exists (
           select from payments p where p.company_id = $1 and p.status = 'SUCCESS'
         )
         union all
         select 'FAILED' where exists (
           select from payments p where p.company_id = $1 and p.status = 'FAILED'
         )
         order by 1
       ) as statuses,
       array(
         select distinct network from (
           select p.network from payments p where p.company_id = $1
           order by p.id desc limit ${newestLookedAt}
         ) newest order by network
       ) as networks
     from companies c where c.id = $1 and c.archived_at is null`,
    [companyId],
  );
}
