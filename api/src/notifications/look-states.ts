import type { MailTrouble } from '@sente/contract/attention';
import { networkWords, type NetworkName } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import {
  changeMark,
  changeState,
  isAnyStateOn,
  listNetworks,
  listStockChanges,
  listWebhookChanges,
  readLedgerFaults,
  readMailTrouble,
  readWatcherTrouble,
} from './look-states.queries.ts';
import { notify, type News } from './notify.ts';

type Comparison = (db: Db, now: Date) => Promise<void>;

/** Each compares a state that lasts with what was told of it last. Those that matter most come first. */
export const comparisons: readonly Comparison[] = [
  compareLedger,
  compareWatcher,
  compareMails,
  compareNetworks,
  compareStock,
  compareWebhooks,
];

async function compareLedger(db: Db, now: Date): Promise<void> {
  const count = await readLedgerFaults(db);
  await tellChange(db, now, {
    kind: 'ledger-failed',
    key: 'ledger',
    isOn: count > 0,
    data: { count },
  });
}

async function compareWatcher(db: Db, now: Date): Promise<void> {
  const { isOn, ...data } = await readWatcherTrouble(db, now);
  await tellChange(db, now, { kind: 'watcher-trouble', key: 'watcher', isOn, data });
}

async function compareMails(db: Db, now: Date): Promise<void> {
  const { isOn, ...data } = await readMailTrouble(db, now);
  await tellChange(db, now, { kind: 'mail-trouble', key: 'mail', isOn, data });
}

/** For the dashboard: null unless it was told. Otherwise it would be looked for at every visit. */
export async function readToldMailTrouble(db: Db, now: Date): Promise<MailTrouble | null> {
  if (!(await isAnyStateOn(db, ['mail']))) return null;
  const { count, reason } = await readMailTrouble(db, now);
  return { count, reason };
}

async function compareNetworks(db: Db, now: Date): Promise<void> {
  for (const { network, operation, is_down } of await listNetworks(db, now)) {
    const what = operation === 'payout' ? 'payouts' : 'collections';
    const name = `${networkWords[network as NetworkName]} (${what})`;
    const key = `network:${network}:${operation}`;
    await tellChange(db, now, { kind: 'network-trouble', key, isOn: is_down, data: { name } });
  }
}

async function compareStock(db: Db, now: Date): Promise<void> {
  for (const product of await listStockChanges(db)) {
    const { product_id, company_id, name, stock, total, is_low } = product;
    const key = `stock:${product_id}`;
    const { isChanged } = await changeState(db, key, is_low, now);
    // Nobody has to be told that there is enough.
    if (!is_low) continue;
    const isSoldOut = stock <= 0 && (await changeMark(db, key, String(total)));
    if (!isChanged && !isSoldOut) continue;
    await notify(db, {
      kind: 'low-stock',
      companyId: company_id,
      subjectId: product_id,
      key: `${key}:${now.getTime()}`,
      data: { name, count: stock },
    });
  }
}

async function compareWebhooks(db: Db, now: Date): Promise<void> {
  for (const { company_id, is_active, is_failing } of await listWebhookChanges(db, now)) {
    const key = `webhook:${company_id}`;
    const state = {
      kind: 'webhook-failing',
      companyId: company_id,
      key,
      isOn: is_failing,
    } as const;
    // One that was switched off does not work again.
    if (is_active) await tellChange(db, now, state);
    else await changeState(db, key, false, now);
  }
}

/** Whether people were told that one of these states is on, and not yet that it ended. */
export const isAnyTold = isAnyStateOn;

/** For whoever finds such a state by itself. */
export async function tellChange(db: Db, now: Date, { key, isOn, ...news }: State): Promise<void> {
  const { isChanged } = await changeState(db, key, isOn, now);
  if (!isChanged) return;
  const data = { ...news.data, isOn };
  await notify(db, { ...news, key: `${key}:${isOn ? 'on' : 'off'}:${now.getTime()}`, data });
}

interface State extends News {
  readonly isOn: boolean;
}
