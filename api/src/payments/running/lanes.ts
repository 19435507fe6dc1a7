/** What is to be sent by itself, what is to be sent as a part of a bulk payout, and what is to be asked about. */
export const laneKinds = ['send', 'bulk', 'ask'] as const;

/** A queue of due payments: those of one company at one network, of one kind. */
export interface Lane {
  readonly network: string;
  readonly companyId: string;
  readonly kind: (typeof laneKinds)[number];
}

/** How many payments to claim from a lane. */
export interface LaneShare extends Lane {
  readonly count: number;
}

/**
 * Shares the slots of a server, one per network call, among the lanes in which payments wait. The next slot
 * goes to the lane that uses the fewest for its weight, and of those to the one that has waited longest.
 *
 * One network uses at most three quarters of the slots, so that a slow one leaves some for the others. A lane
 * takes another slot only while it uses fewer than its weight times those that are left at its network:
 * alone three quarters of them, among others an equal part. Some stay free for whoever comes next, who
 * therefore need not wait until a slow call ends.
 */
export interface Lanes {
  /** Payments wait, or may wait, in this lane. */
  add(lane: Lane): void;
  /** Takes slots, which `free` returns. These lanes are forgotten until they are added again. */
  take(): LaneShare[];
  /** A payment of this lane no longer uses its slot. */
  free(lane: Lane): void;
}

/** Questions and bulk payouts leave slots for new orders of the same company. */
const weights: Record<Lane['kind'], number> = { send: 3, bulk: 2, ask: 2 };
const networkPart = 0.75;

export function nameOf({ network, companyId, kind }: Lane): string {
  return `${network} ${companyId} ${kind}`;
}

/** The slots that a lane or a network uses. */
interface Use {
  count: number;
}

interface LaneUse extends Use {
  readonly lane: Lane;
  readonly network: Use;
}

export function createLanes(slots: number): Lanes {
  const lanes = new Map<string, LaneUse>();
  /** The longest wait first. */
  const waiting = new Set<LaneUse>();
  const networks = new Map<string, Use>();
  const perNetwork = Math.ceil(slots * networkPart);
  const all: Use = { count: 0 };

  const find = (lane: Lane): LaneUse => {
    const { network, companyId, kind } = lane;
    const name = nameOf(lane);
    const known = lanes.get(name);
    if (known) return known;
    const ofNetwork = networks.get(network) ?? { count: 0 };
    networks.set(network, ofNetwork);
    const made = { lane: { network, companyId, kind }, count: 0, network: ofNetwork };
    lanes.set(name, made);
    return made;
  };
  const change = (use: LaneUse, by: 1 | -1): void => {
    for (const one of [use, use.network, all]) one.count += by;
  };
  const loadOf = ({ count, lane }: LaneUse): number => count / weights[lane.kind];
  const mayTake = (use: LaneUse): boolean =>
    loadOf(use) < Math.min(perNetwork - use.network.count, slots - all.count);

  /** The lanes among which the next slots are shared: no more of those without any than slots are left. */
  const candidates = (): LaneUse[] => {
    let idle = slots - all.count;
    return [...waiting].filter((use) => mayTake(use) && (use.count > 0 || idle-- > 0));
  };

  return {
    add: (lane) => void waiting.add(find(lane)),
    take() {
      const among = candidates();
      const taken = new Map<LaneUse, number>();
      for (;;) {
        let next: LaneUse | undefined;
        for (const use of among) {
          if (mayTake(use) && (!next || loadOf(use) < loadOf(next))) next = use;
        }
        if (!next) break;
        change(next, 1);
        taken.set(next, (taken.get(next) ?? 0) + 1);
      }
      for (const use of taken.keys()) waiting.delete(use);
      return [...taken].map(([{ lane }, count]) => ({ ...lane, count }));
    },
    free: (lane) => change(find(lane), -1),
  };
}
