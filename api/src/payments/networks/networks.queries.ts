import type { Db } from '../../db/database.ts';
import { lowestUuidV7 } from '../../db/uuid.ts';

export interface NetworkRow {
  readonly name: string;
  readonly display_name: string;
  readonly failures: number;
  /** Also set after the pause, until a probe succeeds. */
  readonly opened_until: Date | null;
}

export interface FinishedRow {
  readonly network: string;
  readonly finished: number;
  readonly succeeded: number;
}

export function listNetworks(db: Db): Promise<NetworkRow[]> {
  return db.rows(
    'select name, display_name, failures, opened_until from networks order by name desc',
  );
}

const counts = `network, count(*)::int as finished,
  count(*) filter (where status = 'SUCCESS')::int as succeeded`;
const endedLately = `status in ('SUCCESS', 'FAILED') and finished_at > now() - interval '24 hours'`;

/** Over all companies, by the index of finished payments. */
export function countFinished(db: Db, networks: readonly string[]): Promise<FinishedRow[]> {
  return db.rows(
    `select ${counts} from payments
     where network = any ($1) and finished_at is not null and ${endedLately} group by network`,
    [networks],
  );
}

/** Polling ends after a day, so payments that finished recently are not much older. */
const oldestMs = 72 * 3_600_000;

/** For one company, by its newest payments, which are far fewer than all finished ones. */
export function countFinishedOf(db: Db, companyId: string, now: number): Promise<FinishedRow[]> {
  return db.rows(
    `select ${counts} from payments
     where company_id = $1 and id >= $2 and ${endedLately} group by network`,
    [companyId, lowestUuidV7(now - oldestMs)],
  );
}
