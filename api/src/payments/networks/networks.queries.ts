import type { PaymentDirection } from '@sente/contract/payments';
import type { Db } from '../../db/database.ts';
import { lowestUuidV7 } from '../../db/uuid.ts';

export interface NetworkRow {
  readonly name: string;
  readonly display_name: string;
  readonly operation: PaymentDirection;
  /** Orders are refused until then. */
  readonly down_until: Date | null;
  readonly is_degraded: boolean;
}

/** Open circuits of an operation: for everyone, and for single companies. */
export interface CircuitCount {
  readonly network: string;
  readonly operation: PaymentDirection;
  readonly forAll: number;
  readonly forOne: number;
}

export function countCircuits(db: Db): Promise<CircuitCount[]> {
  return db.rows<CircuitCount>(
    `select h.network, h.operation,
       count(c) filter (where c.company_id is null)::int as "forAll",
       count(distinct c.company_id)::int as "forOne"
     from networks_health(null) h
     left join network_circuits c on c.network = h.network and c.operation = h.operation
     group by h.network, h.operation`,
  );
}

export interface FinishedRow {
  readonly network: string;
  readonly finished: number;
  readonly succeeded: number;
}

/** Each operation of each network, as this company sees it; null: as staff do. */
export function listNetworks(db: Db, companyId: string | null): Promise<NetworkRow[]> {
  return db.rows(
    `select n.name, n.display_name, h.operation, h.down_until, h.is_degraded
     from networks n join networks_health($1) h on h.network = n.name
     order by n.name desc, h.operation`,
    [companyId],
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
