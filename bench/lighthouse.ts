import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, request } from '@playwright/test';
import lighthouse, { desktopConfig } from 'lighthouse';
import { chromiumOptions } from '../e2e/support/browser.ts';
import { startDemoServer } from '../e2e/support/server.ts';
import { apiSignIn } from '../e2e/support/sign-in.ts';
import { BenchError } from './bench-error.ts';
import { writeJson } from './results.ts';

const paths = ['/', '/wallet', '/login', '/status', '/docs'];
const devices = ['mobile', 'desktop'] as const;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** The performance score varies with the machine's load, so the median counts. */
const runs = 3;

type Device = (typeof devices)[number];

interface Report {
  readonly path: string;
  readonly device: Device;
  readonly scores: Readonly<Record<(typeof categories)[number], number>>;
  readonly largestPaintMs: number;
  readonly layoutShift: number;
  readonly blockedMs: number;
  /** The audits that lost points. */
  readonly faults: readonly string[];
}

/** The Lighthouse scores of the pages that need no sign-in. */
export async function measureLighthouse(): Promise<void> {
  if (!process.env['SENTE_WEB_DIR']) {
    throw new BenchError('Run this with "npm run bench", which builds the web first.');
  }
  const reports = await measureAll();
  console.log('\nLighthouse');
  console.table(
    reports.map(({ path, device, scores, largestPaintMs, layoutShift, blockedMs }) => ({
      path,
      device,
      ...scores,
      'LCP ms': largestPaintMs,
      CLS: layoutShift,
      'TBT ms': blockedMs,
    })),
  );
  for (const { path, device, faults } of reports) {
    if (faults.length > 0) console.log(`${path} (${device}): ${faults.join('; ')}`);
  }
  writeJson('lighthouse', reports);
}

async function measureAll(): Promise<Report[]> {
  const server = await startDemoServer();
  const browser = await startBrowser();
  try {
    const reports: Report[] = [];
    for (const path of [...paths, await checkoutPath(server.url)]) {
      for (const device of devices) {
        reports.push(await median(server.url, path, device, browser.port));
      }
    }
    return reports;
  } finally {
    await browser.stop();
    await server.stop();
  }
}

/** The page on which a customer pays, of any active link. */
async function checkoutPath(baseURL: string): Promise<string> {
  const api = await request.newContext({ baseURL });
  const { authToken } = await apiSignIn(api, 'owner@demo-one.test');
  const headers = { Authorization: `Bearer ${authToken}` };
  const links = await api.get('/api/PaymentLinks?state=active', { headers });
  const [link] = (await links.json()).data;
  if (!link) throw new BenchError('No payment link is active.');
  await api.dispose();
  return new URL(link.url).pathname;
}

/** Without Playwright, which attaches to every page of its browser, including Lighthouse's. */
async function startBrowser(): Promise<{ port: number; stop(): Promise<void> }> {
  const profile = mkdtempSync(join(tmpdir(), 'sente-lighthouse-'));
  const program = spawn(
    process.env['CHROME_PATH'] ?? chromium.executablePath(),
    [
      ...chromiumOptions.args,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const stop = async (): Promise<void> => {
    // The group: Debian's program is a script that starts the browser.
    if (program.pid) process.kill(-program.pid, 'SIGKILL');
    if (program.exitCode === null) await once(program, 'exit');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  for await (const line of createInterface({ input: program.stderr })) {
    const port = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line)?.[1];
    if (!port) continue;
    program.stderr.resume();
    return { port: Number(port), stop };
  }
  throw new BenchError('The browser did not start.');
}

async function median(url: string, path: string, device: Device, port: number): Promise<Report> {
  const reports: Report[] = [];
  for (let run = 0; run < runs; run++) reports.push(await look(url, path, device, port));
  reports.sort((a, b) => a.scores.performance - b.scores.performance);
  return reports[Math.floor(runs / 2)] as Report;
}

async function look(url: string, path: string, device: Device, port: number): Promise<Report> {
  const flags = { port, logLevel: 'error' as const, onlyCategories: [...categories] };
  const config = device === 'desktop' ? desktopConfig : undefined;
  const result = await lighthouse(url + path, flags, config);
  if (!result) throw new BenchError(`Lighthouse returned no result for ${path}.`);
  const { lhr } = result;
  const scoreOf = (name: string): number => Math.round((lhr.categories[name]?.score ?? 0) * 100);
  const valueOf = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
  return {
    path,
    device,
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    largestPaintMs: Math.round(valueOf('largest-contentful-paint')),
    layoutShift: Math.round(valueOf('cumulative-layout-shift') * 1000) / 1000,
    blockedMs: Math.round(valueOf('total-blocking-time')),
    faults: Object.values(lhr.categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ weight }) => weight > 0)
      .flatMap(({ id }) => lhr.audits[id] ?? [])
      .filter(({ score }) => score !== null && score < 0.9)
      .map(({ title, displayValue }) => (displayValue ? `${title} (${displayValue})` : title)),
  };
}
