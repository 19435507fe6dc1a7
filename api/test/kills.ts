/** Number of kills in the crash tests; `npm run test:soak` uses more. */
export const kills = {
  api: countFrom('SENTE_SOAK_API_KILLS', 30),
  postgres: countFrom('SENTE_SOAK_POSTGRES_KILLS', 10),
  /** Payments requested while the API and the worker are killed in turn. */
  payments: countFrom('SENTE_SOAK_PAYMENTS', 2_000),
  /** Lines of the bulk payout during which they are killed. */
  bulkLines: countFrom('SENTE_SOAK_BULK_LINES', 300),
  bulkKills: countFrom('SENTE_SOAK_BULK_KILLS', 4),
  paymentsKills: countFrom('SENTE_SOAK_PAYMENT_KILLS', 6),
};

/** Long enough for a slow machine; the tests end after a number of kills, not after a time. */
export const killTimeoutMs = 120_000 + (kills.api + kills.postgres) * 20_000;

function countFrom(name: string, floor: number): number {
  return Math.max(floor, Number(process.env[name] ?? 0));
}
