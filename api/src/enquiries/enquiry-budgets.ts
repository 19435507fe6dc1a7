import type { Db } from '../db/database.ts';
import { addressGroup, take } from '../security/throttle.ts';

const tenMinutes = 600;

/** An address sends five enquiries at once and one every ten minutes; all addresses together 2,000 and one every ten seconds. */
export async function takeEnquiry(db: Db, address: string): Promise<void> {
  const budgets = [
    { key: `enquiry:${addressGroup(address)}`, atOnce: 5, everySeconds: tenMinutes },
    { key: 'enquiry', atOnce: 2_000, everySeconds: 10 },
  ];
  await take(db, budgets, 'Too many messages');
}

/** A company asks ten times at once and once every ten minutes. */
export async function takeOwnEnquiry(db: Db, companyId: string): Promise<void> {
  const budget = { key: `enquiry:${companyId}`, atOnce: 10, everySeconds: tenMinutes };
  await take(db, [budget], 'Too many messages');
}
