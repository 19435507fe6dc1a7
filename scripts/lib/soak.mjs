import { vitestStep } from './check.mjs';
import { runShownStep } from './steps.mjs';

/**
 * The crash tests and the storm for hours instead of seconds: `npm run test:soak -- 300 100 5000` sets the
 * number of kills and of storms.
 */
export async function runSoak(
  runtime,
  [apiKills = '300', postgresKills = '100', stormSeeds = '5000'],
) {
  const files = ['api/test/kill-', 'api/test/storm.test'];
  const step = vitestStep('soak', 'api', 'soak', [...files, '--disable-console-intercept']);
  step.env = {
    ...step.env,
    SENTE_SOAK_API_KILLS: apiKills,
    SENTE_SOAK_POSTGRES_KILLS: postgresKills,
    SENTE_SOAK_PAYMENTS: '10000',
    SENTE_SOAK_BULK_LINES: '10000',
    SENTE_SOAK_BULK_KILLS: '12',
    SENTE_SOAK_PAYMENT_KILLS: '30',
    SENTE_STORM_SEEDS: stormSeeds,
    SENTE_STORM_PAYMENTS: '200',
  };
  const { ok } = await runShownStep(step, runtime);
  return ok;
}
