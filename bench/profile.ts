import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rounded } from './results.ts';

const folder = fileURLToPath(new URL('../.cache/bench-profile/', import.meta.url));
const shown = 25;

interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { functionName: string; url: string; lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** For the process to profile; slows it down by a few percent. */
export function profileOptions(): string[] {
  rmSync(folder, { recursive: true, force: true });
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`];
}

/** CPU time by function, excluding callees. */
export function showProfile(): void {
  const [name] = readdirSync(folder);
  if (name === undefined) return;
  const profile = JSON.parse(readFileSync(join(folder, name), 'utf8')) as CpuProfile;
  const places = new Map(profile.nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of profile.samples.entries()) {
    const place = places.get(id) ?? '';
    if (place.startsWith('(idle)')) continue;
    times.set(place, (times.get(place) ?? 0) + (profile.timeDeltas[index] ?? 0));
  }
  const busy = [...times.values()].reduce((sum, time) => sum + time, 0);
  const top = [...times].sort(([, a], [, b]) => b - a).slice(0, shown);
  console.log(`\nBusy time of the HTTP server by function (whole profile: ${join(folder, name)})`);
  console.table(top.map(([place, time]) => ({ place, 'self %': rounded((100 * time) / busy) })));
}

function placeOf({
  functionName,
  url,
  lineNumber,
}: CpuProfile['nodes'][number]['callFrame']): string {
  const file = url
    .replace(/^.*\/node_modules\//, '')
    .replace(/^file:.*\/(?=(api|contract|bench)\/)/, '');
  return `${functionName || 'anonymous'}${file ? ` ${file}:${lineNumber + 1}` : ''}`;
}
