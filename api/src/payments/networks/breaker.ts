import type { NetworkName } from '@sente/contract/payments';
import type { Database, Db } from '../../db/database.ts';
import { platformScope } from '../../db/scope.ts';

/**
 * Circuit breaker: stops calls to a network that does not answer. The state is in the table
 * `networks`, shared by all servers.
 */
export interface Breaker {
  /** After the pause, true for exactly one caller at a time, as a probe. */
  mayCall(network: NetworkName): Promise<boolean>;
  /** Records after each call whether the network answered. */
  note(network: NetworkName, didAnswer: boolean): Promise<void>;
}

export interface BreakerOptions {
  /** Consecutive unanswered calls that open the breaker. */
  readonly failuresToOpen?: number;
  readonly openForMs?: number;
  /** Maximum age of a server's cached state. */
  readonly freshForMs?: number;
  /** Minimum interval between writes of successful answers. */
  readonly writeEveryMs?: number;
}

interface State {
  readonly failures: number;
  /** By this server's clock, computed from the remaining time that the database returned. */
  readonly openUntil: number | null;
  readonly readAt: number;
}

interface StateRow {
  readonly failures: number;
  readonly open_ms: string | null;
}

const stateColumns = `failures, ceil(extract(epoch from opened_until - now()) * 1000) as open_ms`;

export function createBreaker(database: Database, options: BreakerOptions = {}): Breaker {
  const { failuresToOpen = 5, openForMs = 30_000 } = options;
  const { freshForMs = 1_000, writeEveryMs = 5_000 } = options;
  const states = new Map<NetworkName, State>();
  const answersWrittenAt = new Map<NetworkName, number>();

  const keep = (network: NetworkName, row: StateRow | undefined): State => {
    const now = Date.now();
    const openUntil = row?.open_ms == null ? null : now + Number(row.open_ms);
    const state = { failures: row?.failures ?? 0, openUntil, readAt: now };
    states.set(network, state);
    return state;
  };
  const read = async (network: NetworkName): Promise<State> => {
    const state = states.get(network);
    if (state && Date.now() - state.readAt < freshForMs) return state;
    const sql = `select ${stateColumns} from networks where name = $1`;
    return keep(network, await database.unscoped.row<StateRow>(sql, [network]));
  };
  const write = (network: NetworkName, work: (db: Db) => Promise<StateRow | undefined>) =>
    database.within(platformScope, async (db) => keep(network, await work(db)));

  return {
    async mayCall(network) {
      const { openUntil } = await read(network);
      if (openUntil === null) return true;
      if (openUntil > Date.now()) return false;
      return takeProbe(network);
    },

    async note(network, didAnswer) {
      if (!didAnswer) {
        await write(network, (db) =>
          db.row<StateRow>(
            // Extended only if it was closed: a probe has already set the next time, and calls that
            // were pending when it opened change nothing.
            `update networks
             set failures = failures + 1,
                 opened_until = case
                   when opened_until is not null then opened_until
                   when failures + 1 >= $2 then now() + $3 * interval '1 millisecond'
                 end
             where name = $1 returning ${stateColumns}`,
            [network, failuresToOpen, openForMs],
          ),
        );
        return;
      }
      const state = await read(network);
      const isClear = state.failures === 0 && state.openUntil === null;
      const writtenAt = answersWrittenAt.get(network) ?? 0;
      if (isClear && Date.now() - writtenAt < writeEveryMs) return;
      answersWrittenAt.set(network, Date.now());
      await write(network, (db) =>
        db.row<StateRow>(
          `update networks set failures = 0, opened_until = null, last_answer_at = now()
           where name = $1 returning ${stateColumns}`,
          [network],
        ),
      );
    },
  };

  /** The server that advances the time makes the probe; the row lock decides between servers. */
  async function takeProbe(network: NetworkName): Promise<boolean> {
    return database.within(platformScope, async (db) => {
      const taken = await db.row<StateRow>(
        `update networks set opened_until = now() + $2 * interval '1 millisecond'
         where name = $1 and opened_until <= now() returning ${stateColumns}`,
        [network, openForMs],
      );
      if (taken) keep(network, taken);
      else states.delete(network);
      return taken !== undefined;
    });
  }
}
