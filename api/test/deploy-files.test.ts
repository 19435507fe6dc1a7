import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './app.ts';
import { operations, repository } from './documented.ts';

const read = (name: string) => readFileSync(join(repository, 'deploy', name), 'utf8');

describe('dashboard, alert rules and the operations guide', () => {
  let test: TestApp;
  let served: Set<string>;
  beforeAll(async () => {
    test = await createTestApp();
    const { body } = await test.app.inject({ method: 'GET', url: '/metrics' });
    served = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  });
  /** Without the endings of a histogram's parts. */
  const namesIn = (text: string) => [
    ...new Set(
      [...text.matchAll(/\b(?:sente|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
        name.replace(/_(count|bucket|sum)$/, ''),
      ),
    ),
  ];

  it.each(['grafana-dashboard.json', 'alerts.yml'])('%s asks for metrics that exist', (file) => {
    const names = namesIn(read(file));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !served.has(name))).toEqual([]);
  });

  it('every metric of ours is on the dashboard', () => {
    const shown = new Set(namesIn(read('grafana-dashboard.json')));
    expect([...served].filter((name) => name.startsWith('sente_') && !shown.has(name))).toEqual([]);
  });

  it('every metric that the guide says to alert on has a rule', () => {
    const table = operations.slice(
      operations.indexOf('| metric |'),
      operations.indexOf('Logs are'),
    );
    const rules = new Set(namesIn(read('alerts.yml')));
    expect(
      namesIn(table).filter((name) => !rules.has(name) && name !== 'sente_payouts_braked'),
    ).toEqual([]);
  });
});

describe('the container file', () => {
  const lines = read('Containerfile').replaceAll('\\\n', '').split('\n');
  const command = (word: string) => lines.filter((line) => line.startsWith(`${word} `));

  it('runs files that exist, as somebody who is not root', () => {
    const named = [...lines.join('\n').matchAll(/\b(?:scripts|api)\/[\w/.-]+\.(?:mjs|ts)/g)];
    expect(named.length).toBeGreaterThan(1);
    for (const [file] of named) expect(existsSync(join(repository, file)), file).toBe(true);
    expect(command('USER')).toEqual(['USER node']);
    const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const [, major] = /node:(\d+)/.exec(command('FROM')[0] ?? '') ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
describe.skipIf(!hasSystemd)('the unit of systemd', () => {
  it('is one that systemd understands', () => {
    const file = join(repository, 'deploy', 'sente.service');
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    // Of other units, and of a program that is elsewhere on this machine.
    const ours = stderr.split('\n').filter((line) => line.includes('sente.service'));
    expect(ours.filter((line) => !line.includes('not executable'))).toEqual([]);
  });
});
