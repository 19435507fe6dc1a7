import type { NetworkName } from '@sente/contract/payments';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import { holderOf } from '../src/payments/simulator/wallets.ts';
import type { DemoClock } from './clock.ts';

const kept: readonly (readonly [label: string, phoneNumber: string, network: NetworkName])[] = [
  ['Rose, transport', '256772123456', 'MTN'],
  ['Kalerwe agents', '256701223125', 'AIRTEL'],
];

/** Whom Demo One sends money to, with the names that the simulator tells. */
export async function seedRecipients(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  clock: DemoClock,
): Promise<void> {
  const at = clock.on(20, 0.4);
  const companyId = companyIds.get('demo-one');
  // Whoever was paid most often, so that the list has something to add up.
  const paid = await db.row<{ phone: string; network: NetworkName }>(
    `select phone_number as phone, network from payments
     where company_id = $1 and direction = 'payout' and status = 'SUCCESS'
     group by 1, 2 order by count(*) desc, phone_number limit 1`,
    [companyId],
  );
  const all = paid ? [...kept, ['Landlord of the mast', paid.phone, paid.network] as const] : kept;
  for (const [label, phoneNumber, network] of all) {
    const holder = holderOf(phoneNumber);
    const name = holder.is === 'known' ? `${holder.given} ${holder.family}` : null;
    await db.rows(
      `insert into recipients (id, company_id, label, phone_number, network, checked_name, checked_at,
         created_at)
       values ($1, $2, $3, $4, $5, $6, case when $6::text is not null then $7::timestamptz end, $7)`,
      [uuidV7(at.getTime()), companyId, label, `+${phoneNumber}`, network, name, at],
    );
  }
}
