/** How often the crash tests kill; `npm run test:soak` goes on for longer. */
export const kills = {
  api: countFrom('SENTE_SOAK_API_KILLS', 30),
  postgres: countFrom('SENTE_SOAK_POSTGRES_KILLS', 10),
  /** Asked for while the API and the worker are killed in turn this often. */
  payments: countFrom('SENTE_SOAK_PAYMENTS', 2_000),
  paymentsKills: countFrom('SENTE_SOAK_PAYMENT_KILLS', 6),
};

/** Long enough for the slowest machine; the tests end by counting kills, not by the clock. */
export const killTimeoutMs = 120_000 + (kills.api + kills.postgres) * 20_000;

function countFrom(name: string, floor: number): number {
  return Math.max(floor, Number(process.env[name] ?? 0));
}
