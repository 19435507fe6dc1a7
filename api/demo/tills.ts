import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { Sealer } from '../src/security/secrets.ts';
import { hashToken } from '../src/security/tokens.ts';
import { insertCashier, insertTill, setProducts } from '../src/tills/tills.queries.ts';
import { pinText } from '../src/tills/till-sessions.ts';
import { demoPin } from './sign-ins.ts';

interface Day {
  readonly account_id: string;
  readonly opened_at: Date;
  readonly closed_at: Date;
}

/**
 * A till of Demo One with a cashier, whose PIN is in the README, and a shift that has ended. What was paid in it are
 * collections that the company has anyway, because its figures are fixed.
 */
export async function seedTills(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  sealer: Sealer,
): Promise<void> {
  const companyId = companyIds.get('demo-one') ?? '';
  const day = await busiestDay(db, companyId);
  const products = await db.rows<{ id: string }>(
    `select id from internet_products where company_id = $1 and code in ('DAY-1', 'WEEK-FAM')
       and deleted_at is null`,
    [companyId],
  );
  if (!day) throw new Error('Demo One was paid nothing');
  const { account_id: accountId, opened_at: openedAt, closed_at: closedAt } = day;
  const [tillId, cashierId] = [uuidV7(), uuidV7()];
  const till = { id: tillId, companyId, name: 'Front desk', accountId, createdBy: null };
  await insertTill(db, till);
  await setProducts(
    db,
    companyId,
    tillId,
    products.map(({ id }) => id),
  );
  const pinMark = sealer.mark(pinText(tillId, demoPin));
  await insertCashier(db, { id: cashierId, companyId, tillId, name: 'Akello Ruth', pinMark });
  await db.rows('update tills set created_at = $2 where id = $1', [tillId, openedAt]);
  await db.rows('update till_cashiers set pin_set_at = $2 where id = $1', [cashierId, openedAt]);
  await addShift(db, { companyId, tillId, cashierId, openedAt, closedAt });
}

/** Of the account and the day before today with most collections; a shift is shorter than a day. */
function busiestDay(db: Db, companyId: string): Promise<Day | undefined> {
  return db.row<Day>(
    `select account_id, min(finished_at) - interval '20 minutes' as opened_at,
       least(max(finished_at) + interval '15 minutes', min(finished_at) + interval '11 hours') as closed_at
     from payments
     where company_id = $1 and direction = 'collection' and status = 'SUCCESS'
       and finished_at < now() - interval '20 hours' and finished_at > now() - interval '40 days'
     group by account_id, kampala_day(finished_at) order by count(*) desc, 2 desc limit 1`,
    [companyId],
  );
}

async function addShift(
  db: Db,
  shift: {
    readonly companyId: string;
    readonly tillId: string;
    readonly cashierId: string;
    readonly openedAt: Date;
    readonly closedAt: Date;
  },
): Promise<void> {
  const { companyId, tillId, cashierId, openedAt, closedAt } = shift;
  const [deviceId, shiftId] = [uuidV7(), uuidV7(openedAt.getTime())];
  // Nobody has these tokens.
  await db.rows(
    `insert into till_devices (id, company_id, till_id, name, token_hash, paired_at, seen_at)
     values ($1, $2, $3, 'Counter tablet', $4, $5, $6)`,
    [deviceId, companyId, tillId, hashToken(uuidV7()), openedAt, closedAt],
  );
  await db.rows(
    `insert into till_shifts (id, company_id, till_id, device_id, cashier_id, token_hash, opened_at,
       closed_at, ends_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8::timestamptz + interval '4 hours')`,
    [shiftId, companyId, tillId, deviceId, cashierId, hashToken(uuidV7()), openedAt, closedAt],
  );
  // As if the cashier had asked for some of them.
  await db.rows(
    `with asked as (
       update payments p set origin = 'till' where p.id in (
         select q.id from payments q join tills t on t.id = $3
         where q.company_id = $1 and q.account_id = t.account_id and q.direction = 'collection'
           and q.status = 'SUCCESS' and q.origin = 'api' and q.finished_at >= $4 and q.finished_at < $5
         order by q.product_id is null, q.id limit 3
       ) returning p.id
     )
     insert into till_requests (company_id, shift_id, payment_id) select $1, $2, id from asked`,
    [companyId, shiftId, tillId, openedAt, closedAt],
  );
}
