import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ensureProgramsBuilt } from './build.mjs';
import { vitestStep } from './check.mjs';
import { aptInstall, canAptInstall } from './debian.mjs';
import { Problem } from './problem.mjs';
import { run } from './processes.mjs';
import { timed } from './progress.mjs';
import { runShownStep } from './steps.mjs';

/**
 * `npm run test:soak -- --hours 1`: mixed load on one server for so long, which nobody kills. Without hours the crash
 * tests and the storm, for hours instead of seconds; `npm run test:soak -- 300 100 5000` sets the number of kills and
 * of storms.
 */
export async function runSoak(runtime, args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { hours: { type: 'string' } },
  });
  if (values.hours === undefined) return runCrashes(runtime, positionals);
  if (!(Number(values.hours) > 0)) throw new Problem('--hours is a number, such as 1 or 0.05.');
  const step = vitestStep('soak', 'api', 'soak', ['api/test/soak/', '--disable-console-intercept']);
  step.env = {
    ...step.env,
    SENTE_PROGRAMS_DIR: await ensureProgramsBuilt(runtime),
    SENTE_SOAK_HOURS: values.hours,
  };
  const { ok } = await runShownStep(step, runtime);
  return ok;
}

async function runCrashes(runtime, [apiKills = '300', postgresKills = '100', stormSeeds = '5000']) {
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
  };
  const { ok } = await runShownStep(step, runtime);
  return ok;
}

/** `npm run test:failover -- 20`: the primary of a cluster of three is hurt that often, under load. */
export async function runFailover(runtime, [failovers = '20']) {
  await ensureCluster();
  const step = vitestStep('failover', 'api', 'failover', [
    'api/test/failover/',
    '--disable-console-intercept',
  ]);
  step.env = { ...step.env, SENTE_FAILOVERS: failovers };
  const { ok } = await runShownStep(step, runtime);
  return ok;
}

const CLUSTER_PROGRAMS = {
  '/usr/bin/patroni': ['patroni', 'python3-etcd'],
  '/usr/bin/etcd': ['etcd-server'],
  '/usr/sbin/haproxy': ['haproxy'],
  '/usr/lib/postgresql/15/bin/postgres': ['postgresql-15'],
};

/** Debian starts the services that it installs; the masks prevent that. */
export async function ensureCluster() {
  const missing = Object.keys(CLUSTER_PROGRAMS).filter((path) => !existsSync(path));
  if (missing.length === 0) return;
  const packages = missing.flatMap((path) => CLUSTER_PROGRAMS[path]);
  if (!canAptInstall()) {
    throw new Problem(`A cluster needs Debian 12, root, and the packages ${packages.join(', ')}.`);
  }
  for (const service of ['patroni', 'etcd', 'haproxy', 'postgresql']) {
    await run('systemctl', ['mask', service], { capture: true }).catch(() => {});
  }
  await timed('Installing a cluster with apt-get', () => aptInstall(...packages));
}
