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
  for (const [label, phoneNumber, network] of kept) {
    const holder = holderOf(phoneNumber);
    const name = holder.is === 'known' ? `${holder.given} ${holder.family}` : null;
    await db.rows(
      `insert into recipients (id, company_id, label, phone_number, network, checked_name, checked_at,
         created_at)
       values ($1, $2, $3, $4, $5, $6, case when $6::text is not null then $7::timestamptz end, $7)`,
      [
        uuidV7(at.getTime()),
        companyIds.get('demo-one'),
        label,
        `+${phoneNumber}`,
        network,
        name,
        at,
      ],
    );
  }
}
