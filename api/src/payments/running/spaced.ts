import { setTimeout as sleep } from 'node:timers/promises';

/** Runs work that many may ask for at the same time about the same thing. */
export type Spaced<Result> = (about: string, work: () => Promise<Result>) => Promise<Result>;

export interface SpacedOptions {
  /** The pause between two beginnings, which grows by itself each time up to the longest. */
  readonly stepMs: number;
  readonly longestMs: number;
}

/** Long after the longest pause, so that the memory holds only what is asked for at present. */
const forgetAfterMs = 60_000;

interface Turns<Result> {
  count: number;
  beganAt: number;
  running: Promise<unknown>;
  /** Not begun yet: whoever asks now shares it, because it begins after what they know. */
  following: Promise<Result> | null;
}

/** At most one is under way for each thing and one follows it, however many ask; then they are spaced. */
export function createSpaced<Result>({ stepMs, longestMs }: SpacedOptions): Spaced<Result> {
  const all = new Map<string, Turns<Result>>();

  const forgetOld = (now: number): void => {
    // In the order in which they began last.
    for (const [about, { beganAt, following }] of all) {
      if (following || now - beganAt < forgetAfterMs) return;
      all.delete(about);
    }
  };
  const begin = (about: string, turns: Turns<Result>, work: () => Promise<Result>) => {
    turns.count += 1;
    turns.beganAt = performance.now();
    turns.following = null;
    all.delete(about);
    all.set(about, turns);
    const running = work();
    turns.running = running.catch(() => {});
    return running;
  };
  const follow = async (about: string, turns: Turns<Result>, work: () => Promise<Result>) => {
    await turns.running;
    const pauseMs = Math.min(turns.count * stepMs, longestMs);
    const leftMs = turns.beganAt + pauseMs - performance.now();
    if (leftMs > 0) await sleep(leftMs);
    return begin(about, turns, work);
  };

  return (about, work) => {
    forgetOld(performance.now());
    const turns = all.get(about);
    if (turns) return (turns.following ??= follow(about, turns, work));
    return begin(
      about,
      { count: 0, beganAt: 0, running: Promise.resolve(), following: null },
      work,
    );
  };
}
