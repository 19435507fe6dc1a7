import type { NetworkHealth } from '@sente/contract/networks';
import { successRate } from '@sente/contract/success-rate';
import { databaseNow } from '../../db/clock.ts';
import type { Database, Db } from '../../db/database.ts';
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
        const rows = await listNetworks(db, actor.companyId);
        const finished =
          actor.companyId === null
            ? await countFinished(db, names)
            : await countFinishedOf(db, actor.companyId, databaseNow());
        return rows
          .filter(({ name, operation }) => names.includes(name) && operation === 'collection')
          .map((row) => ({
            network: row.name,
            displayName: row.display_name,
            directions: [...(connectorOf(row.name)?.directions ?? [])],
            ...healthOf(rows.filter(({ name }) => name === row.name)),
            ...successOf(finished.find(({ network }) => network === row.name)),
            isSimulated: isSimulated(row.name),
            simulatorUrl: isSimulated(row.name) ? simulatorUrl : null,
          }));
      }),
  };
}

/** A company that has no trouble of its own: what it sees concerns everybody. */
const anyCompany = '00000000-0000-0000-0000-000000000000';

/** What everybody may know of the connected networks, in their order. */
export async function readPublicHealth(db: Db, connectors: readonly Connector[]) {
  const rows = await listNetworks(db, anyCompany);
  return connectors.map(({ network, isSimulated }) => {
    const operations = rows.filter(({ name }) => name === network);
    const { status, refuses } = healthOf(operations);
    const displayName = operations[0]?.display_name ?? network;
    return { network, displayName, isSimulated, status, refuses };
  });
}

function healthOf(
  operations: readonly NetworkRow[],
): Pick<NetworkHealth, 'status' | 'refuses' | 'retryAt'> {
  const down = operations.filter(({ down_until }) => down_until !== null);
  const retryAt = Math.min(...down.map(({ down_until }) => Number(down_until)));
  if (down.length > 0) {
    return {
      status: 'down',
      refuses: down.map(({ operation }) => operation),
      retryAt: new Date(retryAt).toISOString(),
    };
  }
  const isDegraded = operations.some(({ is_degraded }) => is_degraded);
  return { status: isDegraded ? 'degraded' : 'up', refuses: [], retryAt: null };
}

function successOf(row: FinishedRow | undefined): Pick<NetworkHealth, 'successRate' | 'finished'> {
  if (!row) return { successRate: null, finished: 0 };
  const { succeeded, finished } = row;
  return { successRate: successRate(succeeded, finished - succeeded), finished };
}
