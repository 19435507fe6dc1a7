/** One clock for relative times and today's date. */
const tickers = new Set<() => void>();
let clock: ReturnType<typeof setInterval> | undefined;

const everyMs = 15_000;

/** For `useSyncExternalStore`: notifies several times a minute. */
export function onMinute(tick: () => void): () => void {
  tickers.add(tick);
  clock ??= setInterval(() => tickers.forEach((each) => each()), everyMs);
  return () => {
    tickers.delete(tick);
    if (tickers.size > 0) return;
    clearInterval(clock);
    clock = undefined;
  };
}
