import { networkWords, type NetworkName } from '@sente/contract/payments';
import type { Db } from '../db/database.ts';
import {
  changeState,
  listNetworks,
  listStockChanges,
  listWebhookChanges,
  readLedgerFaults,
  readWatcherTrouble,
} from './look-states.queries.ts';
import { notify, type News } from './notify.ts';

/** Compares each state that lasts with what was told of it last, and tells of the change. */
export async function compareStates(db: Db, now: Date): Promise<void> {
  const tell = async (state: State): Promise<void> => {
    const { key, isOn, ...news } = state;
    const { isChanged } = await changeState(db, key, isOn, now);
    if (!isChanged) return;
    const data = { ...news.data, isOn };
    await notify(db, { ...news, key: `${key}:${isOn ? 'on' : 'off'}:${now.getTime()}`, data });
  };
  for (const { product_id, company_id, name, stock, is_low } of await listStockChanges(db)) {
    const key = `stock:${product_id}`;
    const { isChanged } = await changeState(db, key, is_low, now);
    // Nobody has to be told that there is enough.
    if (!isChanged || !is_low) continue;
    await notify(db, {
      kind: 'low-stock',
      companyId: company_id,
      subjectId: product_id,
      key: `${key}:${now.getTime()}`,
      data: { name, count: stock },
    });
  }
  for (const { company_id, is_failing } of await listWebhookChanges(db, now)) {
    const key = `webhook:${company_id}`;
    await tell({ kind: 'webhook-failing', companyId: company_id, key, isOn: is_failing });
  }
  for (const { network, operation, is_down } of await listNetworks(db, now)) {
    const what = operation === 'payout' ? 'payouts' : 'collections';
    const name = `${networkWords[network as NetworkName]} (${what})`;
    const key = `network:${network}:${operation}`;
    await tell({ kind: 'network-trouble', key, isOn: is_down, data: { name } });
  }
  const faults = await readLedgerFaults(db);
  await tell({ kind: 'ledger-failed', key: 'ledger', isOn: faults > 0, data: { count: faults } });
  const isInTrouble = await readWatcherTrouble(db, now);
  await tell({ kind: 'watcher-trouble', key: 'watcher', isOn: isInTrouble });
}

interface State extends News {
  readonly isOn: boolean;
}
