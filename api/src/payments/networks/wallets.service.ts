import { fromHundredths } from '@sente/contract/money';
import type { NetworkFloatState, WalletHolder } from '@sente/contract/networks';
import type { NetworkName } from '@sente/contract/payments';
import { companyExists } from '../../db/company.ts';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import type { SharedCounts } from '../../live/shared-counts.ts';
import type { Connector, HolderReport } from './connector.ts';
import type { Numbering } from './phone-numbers.ts';

/** What people see about wallets at the networks. No payment depends on it. */
export interface WalletsService {
  holder(actor: Actor, companyId: string, wanted: WantedHolder): Promise<WalletHolder>;
  floats(): Promise<NetworkFloatState[]>;
}

interface WantedHolder {
  readonly phoneNumber: string;
  readonly network?: NetworkName | undefined;
}

interface Kept<T> {
  readonly value: Promise<T>;
  readonly until: number;
}

const holderFreshForMs = 5 * 60_000;
const floatFreshForMs = 60_000;
/** Failed look-ups are repeated soon, but not with every key press. */
const failureFreshForMs = 10_000;
const maxHolders = 5_000;
/** So that nobody reads the names of a whole prefix. */
const askedPerMinute = 30;

export function createWalletsService(
  database: Database,
  connectors: readonly Connector[],
  numbering: Numbering,
  counts: SharedCounts,
): WalletsService {
  const holders = new Map<string, Kept<HolderReport>>();
  const asked = new Map<string, { since: number; count: number }>();
  let floats: Kept<NetworkFloatState[]> | null = null;

  const minuteOf = (companyId: string) => {
    const now = Date.now();
    const last = asked.get(companyId);
    const current = last && now < last.since + 60_000 ? last : { since: now, count: 0 };
    asked.set(companyId, current);
    return current;
  };
  const tellOthers = counts.share('holders', (companyId, count) => {
    minuteOf(companyId).count += count;
  });
  const countAsking = (companyId: string): void => {
    const minute = minuteOf(companyId);
    if (minute.count >= askedPerMinute) {
      const retryAfterSeconds = Math.ceil((minute.since + 60_000 - Date.now()) / 1000);
      throw new AppError('too_many_requests', { retryAfterSeconds });
    }
    minute.count++;
    tellOthers(companyId);
  };
  const ask = (key: string, connector: Connector, phoneNumber: string): Promise<HolderReport> => {
    const value = connector.holder(phoneNumber);
    const keep = (freshForMs: number) =>
      holders.set(key, { value, until: Date.now() + freshForMs });
    keep(holderFreshForMs);
    void value.then((report) => report.is === 'unknown' && keep(failureFreshForMs));
    const [oldest] = holders.keys();
    if (holders.size > maxHolders && oldest !== undefined) holders.delete(oldest);
    return value;
  };

  return {
    async holder(actor, companyId, wanted) {
      const isThere = await database.within(actor.scope, (db) => companyExists(db, companyId));
      if (!isThere) throw notFound('Company not found');
      const { phoneNumber, network } = await numbering.resolve(wanted.phoneNumber, wanted.network);
      const connector = connectors.find((one) => one.network === network);
      if (!connector) return toHolder({ is: 'unknown', why: 'not connected' });
      const key = `${network} ${phoneNumber}`;
      const kept = holders.get(key);
      if (kept && Date.now() < kept.until) return toHolder(await kept.value);
      countAsking(companyId);
      return toHolder(await ask(key, connector, phoneNumber));
    },

    floats() {
      if (!floats || Date.now() >= floats.until) {
        floats = { value: readFloats(connectors), until: Date.now() + floatFreshForMs };
      }
      return floats.value;
    },
  };
}

function toHolder(report: HolderReport): WalletHolder {
  if (report.is !== 'registered') return { status: report.is, name: null };
  return { status: report.isBarred ? 'barred' : 'registered', name: report.name };
}

async function readFloats(connectors: readonly Connector[]): Promise<NetworkFloatState[]> {
  const all = await Promise.all(
    connectors.map(async (connector) => ({
      network: connector.network,
      found: await connector.floats(),
    })),
  );
  const readAt = new Date().toISOString();
  return all.flatMap(({ network, found }) =>
    found.map(({ product, amount }) => ({
      network,
      product,
      amount: amount === null ? null : fromHundredths(amount),
      readAt,
    })),
  );
}
