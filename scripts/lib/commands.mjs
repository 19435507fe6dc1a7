import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureProgramsBuilt, ensureWebBuilt } from './build.mjs';
import { formattingStep, runCheck } from './check.mjs';
import { movedClock } from './clock.mjs';
import { runDev } from './dev.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { Problem, report } from './problem.mjs';
import { exitLike, run, stopOnSignals } from './processes.mjs';
import { writeRelease } from './release.mjs';
import { pickRuntime } from './runtime.mjs';
import { writeSbom } from './sbom.mjs';
import { ensureCluster, runFailover, runSoak } from './soak.mjs';
import { runAllTests, runTestsIn } from './test.mjs';

const COMMANDS = {
  start: async (runtime, args) => {
    const env = { SENTE_WEB_DIR: await ensureWebBuilt(runtime) };
    await runProgram('serve', runtime, args, env);
  },
  dev: (runtime, args) => {
    loadSettings();
    return runDev(runtime, args);
  },
  format: async (runtime) => exitLike(await run(runtime.node, formattingStep('--write').args)),
  check: async (runtime) => exitWith((await runCheck(runtime)).every(({ ok }) => ok)),
  test: async (runtime, paths) =>
    exitWith(paths.length > 0 ? await runTestsIn(paths, runtime) : await runAllTests(runtime)),
  'test:clock': async (runtime, [moment]) => {
    const env = { ...runtime.env, ...(await movedClock(moment)) };
    exitWith(await runAllTests({ ...runtime, env }));
  },
  'test:failover': async (runtime, args) => exitWith(await runFailover(runtime, args)),
  'test:soak': async (runtime, args) => exitWith(await runSoak(runtime, args)),
  cluster: async (runtime, args) => {
    await ensureCluster();
    await runScript('api/test/failover/run.ts', runtime, args);
  },
  storm: (runtime, args) => runScript('api/test/storm/run.ts', runtime, args),
  attack: (runtime, args) => runScript('api/test/attack/run.ts', runtime, args),
  watch: (runtime, args) => runProgram('watch', runtime, args),
  reset: (runtime, args) => runProgram('reset', runtime, args),
  backup: (runtime, args) => runProgram('backup', runtime, args),
  restore: (runtime, args) => runProgram('restore', runtime, args),
  verify: (runtime, args) => runProgram('verify', runtime, args),
  demo: (runtime, args) => runProgram('load-history', runtime, args),
  example: (runtime, args) => {
    loadSettings();
    return runScript('client/example.ts', runtime, args);
  },
  shop: (runtime, args) => {
    loadSettings();
    return runScript('client/shop.ts', runtime, args);
  },
  bench: async (runtime, args) =>
    runScript('bench/run.ts', runtime, args, needsWeb(args) ? await webAndBrowser(runtime) : {}),
  release: () => {
    writeRelease();
    process.exit(0);
  },
  sbom: () => {
    writeSbom();
    process.exit(0);
  },
  screenshots: async (runtime, args) =>
    runScript('e2e/screenshots.ts', runtime, args, await webAndBrowser(runtime)),
};

/** Prepares the clone, then runs the command; the process exits with the matching code. */
export async function runCommand([name = 'start', ...args]) {
  stopOnSignals();
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : unknown(name);
    if (name === 'start') await refuseBusyPort();
    await ensureInstalled();
    await command(pickRuntime(), args);
  } catch (error) {
    report(error);
    process.exit(1);
  }
}

/** The server would say the same, but a first start installs and builds for a minute or two before. */
async function refuseBusyPort() {
  loadSettings();
  const port = Number(process.env.PORT || 3000);
  // What is no port is explained by the server.
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  const probe = createServer().listen({ port, host: process.env.HOST || 'localhost' });
  try {
    await once(probe, 'listening');
  } catch (error) {
    if (error.code !== 'EADDRINUSE') return;
    throw new Problem(
      `Port ${port} is already in use. Stop the other program, or set PORT to another number.`,
    );
  } finally {
    probe.close();
  }
}

async function webAndBrowser(runtime) {
  return {
    SENTE_WEB_DIR: await ensureWebBuilt(runtime),
    CHROME_PATH: await ensureBrowser(runtime),
  };
}

/** Only these measurements open pages; they are included when none is named. */
function needsWeb(benchArgs) {
  const names = benchArgs.filter((arg) => !arg.startsWith('--'));
  const opening = new Set(['first-load', 'slow-line', 'layout-shift', 'long-lists', 'lighthouse']);
  return names.length === 0 || names.some((name) => opening.has(name));
}

function unknown(name) {
  throw new Problem(
    `There is no command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`,
  );
}

/** Reads settings from an `.env` file, if present; the environment wins. */
function loadSettings() {
  if (existsSync(inRoot('.env'))) process.loadEnvFile(inRoot('.env'));
}

/** A program of the server, from its bundle, which loads in a fraction of the time. */
async function runProgram(name, runtime, args, env) {
  loadSettings();
  return runFile(join(await ensureProgramsBuilt(runtime), `${name}.mjs`), runtime, args, env);
}

function runScript(script, runtime, args, env) {
  if (!existsSync(inRoot(script))) {
    throw new Problem(`This version of Sente has no ${script}, so this command does nothing.`);
  }
  return runFile(inRoot(script), runtime, args, env);
}

async function runFile(file, runtime, args, env = {}) {
  const waitSeconds = Number(process.env.SENTE_STOP_WAIT_SECONDS) || 5;
  const result = await run(runtime.node, [file, ...args], {
    server: true,
    stopWithinMs: (20 + waitSeconds) * 1000,
    env: { NODE_ENV: 'production', ...process.env, ...runtime.env, ...env },
  });
  exitLike(result);
}

function exitWith(ok) {
  process.exit(ok ? 0 : 1);
}
