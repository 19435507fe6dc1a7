import { vitestStep } from './check.mjs';
import { runShownStep } from './steps.mjs';

/**
 * The crash tests for hours instead of seconds: `npm run test:soak -- 300 100` sets the number of
 * kills.
 */
export async function runSoak(runtime, [apiKills = '300', postgresKills = '100']) {
  const step = vitestStep('soak', 'api', 'soak', ['api/test/kill-', '--disable-console-intercept']);
  step.env = {
    ...step.env,
    SENTE_SOAK_API_KILLS: apiKills,
    SENTE_SOAK_POSTGRES_KILLS: postgresKills,
    SENTE_SOAK_PAYMENTS: '10000',
    SENTE_SOAK_PAYMENT_KILLS: '30',
  };
  const { ok } = await runShownStep(step, runtime);
  return ok;
}
