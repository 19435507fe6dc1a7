import type { NetworkHealth } from '@sente/contract/networks';
import { databaseNow } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../../http/actor.ts';
import type { Connector } from './connector.ts';
import {
  countFinished,
  countFinishedOf,
  listNetworks,
  type FinishedRow,
  type NetworkRow,
} from './networks.queries.ts';

export interface NetworksService {
  list(actor: Actor): Promise<NetworkHealth[]>;
}

interface NetworksOptions {
  readonly connectors: readonly Connector[];
  /** The page of the simulator; null without one. */
  readonly simulatorUrl: string | null;
}

/** The connected networks. Companies see their own success rate, staff the overall one. */
export function createNetworksService(
  database: Database,
  { connectors, simulatorUrl }: NetworksOptions,
): NetworksService {
  const names = connectors.map(({ network }): string => network);
  const connectorOf = (name: string) => connectors.find(({ network }) => network === name);
  const isSimulated = (name: string): boolean => connectorOf(name)?.isSimulated ?? false;

  return {
    list: (actor) =>
      database.within(actor.scope, async (db) => {
        const now = databaseNow();
        const rows = await listNetworks(db);
        const finished =
          actor.companyId === null
            ? await countFinished(db, names)
            : await countFinishedOf(db, actor.companyId, now);
        return rows
          .filter(({ name }) => names.includes(name))
          .map((row) => ({
            network: row.name,
            displayName: row.display_name,
            directions: [...(connectorOf(row.name)?.directions ?? [])],
            ...healthOf(row, now),
            ...successOf(finished.find(({ network }) => network === row.name)),
            isSimulated: isSimulated(row.name),
            simulatorUrl: isSimulated(row.name) ? simulatorUrl : null,
          }));
      }),
  };
}

function healthOf(row: NetworkRow, now: number): Pick<NetworkHealth, 'status' | 'retryAt'> {
  const { opened_until: openedUntil, failures } = row;
  if (openedUntil && openedUntil.getTime() > now) {
    return { status: 'down', retryAt: openedUntil.toISOString() };
  }
  // The pause is over, but no call has succeeded since.
  return { status: openedUntil || failures > 0 ? 'degraded' : 'up', retryAt: null };
}

function successOf(row: FinishedRow | undefined): Pick<NetworkHealth, 'successRate' | 'finished'> {
  if (!row) return { successRate: null, finished: 0 };
  // Rounded down to a tenth, so that 100 means no failure.
  const tenths = Math.floor((row.succeeded * 1000) / row.finished);
  return { successRate: tenths / 10, finished: row.finished };
}
