import type { Db } from '../src/db/database.ts';
import { createMailer } from '../src/mail/mailer.ts';
import { hashPassword } from '../src/security/passwords.ts';
import type { Sealer } from '../src/security/secrets.ts';
import { seedAccounts, switchOffAccounts } from './accounts.ts';
import { seedAudit, type DemoAct } from './audit.ts';
import { seedApprovals } from './approvals.ts';
import { seedBrakes } from './brakes.ts';
import { seedBulkPayouts } from './bulk-payouts.ts';
import { createClock } from './clock.ts';
import { seedControls } from './controls.ts';
import { seedCompanies } from './companies.ts';
import { companyMovements } from './company-histories.ts';
import { seedCredentials } from './credentials.ts';
import { seedDebt } from './debt.ts';
import { demoOneMovements } from './demo-one-history.ts';
import { seedEnquiries } from './enquiries.ts';
import { seedFees } from './fees.ts';
import { seedIntegration, seedRefund } from './integration.ts';
import { postMovements } from './movements.ts';
import { seedNotifications } from './notifications.ts';
import { seedPaymentLinks } from './payment-links.ts';
import { seedPayments } from './payments.ts';
import { seedPeople } from './people.ts';
import { seedProducts } from './products.ts';
import { seedRecipients } from './recipients.ts';
import { seedRoles } from './roles.ts';
import { seedSettlements } from './settlements.ts';
import { demoPassword } from './sign-ins.ts';
import { seedStatements } from './statements.ts';
import { seedTills } from './tills.ts';
import { seedUnknownPayments } from './unknown-payments.ts';

interface DemoSettings {
  readonly webPort: number;
  readonly sealer: Sealer;
  /** False where a mail server is configured: nobody reads the mails of the demo's people. */
  readonly showsMails: boolean;
}

/** Fills an empty database. All dates are relative to today, so every range has data. */
export async function seedDemo(
  db: Db,
  { webPort, sealer, showsMails }: DemoSettings,
): Promise<void> {
  const passwordHash = await hashPassword(demoPassword);
  // Pictures need an absolute URL; these are served by the portal itself.
  const webOrigin = `http://localhost:${webPort}`;
  const companyIds = await seedCompanies(db, webOrigin);
  await seedRoles(db);
  const mailer = createMailer(sealer, showsMails ? 'mailbox' : 'none', () => webOrigin);
  await seedPeople(db, { companyIds, passwordHash, webOrigin, mailer });
  await seedCredentials(db, companyIds, sealer);
  await seedAudit(db, await seedMoney(db, companyIds, sealer));
}

/** Returns what the audit log says about it. */
async function seedMoney(
  db: Db,
  companyIds: ReadonlyMap<string, string>,
  sealer: Sealer,
): Promise<readonly DemoAct[]> {
  const clock = createClock(new Date());
  const accounts = await seedAccounts(db, companyIds, clock);
  const movements = [...demoOneMovements(clock), ...companyMovements(clock)];
  await postMovements(db, accounts, movements, clock);
  await seedDebt(db, accounts, clock);
  const { products, history } = await seedProducts(db, companyIds, clock, sealer);
  await seedPayments(db, { accounts, products, clock });
  await seedPaymentLinks(db, companyIds);
  await seedTills(db, companyIds, sealer);
  await seedUnknownPayments(db, clock);
  await seedFees(db, companyIds, clock);
  await seedApprovals(db, accounts, clock);
  await seedControls(db, companyIds, clock);
  await seedBrakes(db, companyIds, clock);
  await seedNotifications(db, companyIds, clock);
  await seedRefund(db, companyIds);
  await seedBulkPayouts(db, accounts, clock);
  await seedIntegration(db, companyIds, sealer);
  await seedRecipients(db, companyIds, clock);
  await seedSettlements(db, accounts, clock);
  await seedEnquiries(db, clock);
  await seedStatements(db, clock);
  // Last, because nothing can be posted to an inactive account.
  await switchOffAccounts(db, accounts);
  return history;
}
