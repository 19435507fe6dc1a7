import { newChannelId, newSecretKey } from '../src/credentials/keys.ts';
import type { Db } from '../src/db/database.ts';
import { uuidV7 } from '../src/db/uuid.ts';
import type { Sealer } from '../src/security/secrets.ts';
import { daysAgo } from './companies.ts';

interface DemoCredentials {
  readonly company: string;
  readonly isActive: boolean;
  /** Days before seeding; null for never. */
  readonly lastUsed: number | null;
  readonly created: number;
  readonly updated: number;
}

/** After the newest payment that a system asked for, which is a few minutes old. */
const lastUsedDaysAgo = 2 / (24 * 60);

/** One active and one inactive set; all other companies have none. */
const demoCredentials: readonly DemoCredentials[] = [
  { company: 'demo-one', isActive: true, lastUsed: lastUsedDaysAgo, created: 340, updated: 95 },
  { company: 'demo-two', isActive: false, lastUsed: null, created: 60, updated: 18 },
];

/** Encrypted as the server does it, with the same key. */
export async function seedCredentials(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  sealer: Sealer,
): Promise<void> {
  for (const { company, isActive, lastUsed, created, updated } of demoCredentials) {
    const companyId = companyIds.get(company);
    if (!companyId) throw new Error(`The demo data refers to an unknown company: ${company}`);
    const id = uuidV7();
    const { sealed, keyName } = sealer.seal(newSecretKey(), { id, companyId });
    await db.rows(
      `insert into company_credentials
         (id, company_id, channel_id, secret_sealed, key_name, is_active, last_used_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        companyId,
        newChannelId(),
        sealed,
        keyName,
        isActive,
        lastUsed === null ? null : daysAgo(lastUsed),
        daysAgo(created),
        daysAgo(updated),
      ],
    );
  }
}
