import type { Db } from '../src/db/database.ts';
import { createPasswords } from '../src/security/passwords.ts';
import { seedCompanies } from './companies.ts';
import { seedPeople } from './people.ts';
import { seedRoles } from './roles.ts';
import { demoPassword } from './sign-ins.ts';

/** Fills an empty database. All dates count back from today, so every range holds something. */
export async function seedDemo(db: Db, { webPort }: { webPort: number }): Promise<void> {
  const passwordHash = await createPasswords().hash(demoPassword);
  // Pictures need a full address; these are served by the portal itself.
  const webOrigin = `http://localhost:${webPort}`;
  const companyIds = await seedCompanies(db, webOrigin);
  await seedRoles(db);
  await seedPeople(db, { companyIds, passwordHash, webOrigin });
}
