import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './documented.ts';

/** The values of one scrape by metric, without labels that a rule does not select. */
type Scrape = readonly { readonly name: string; readonly labels: string; readonly value: number }[];

function readScrape(text: string): Scrape {
  return [...text.matchAll(/^([a-z_]+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name = '', labels = '', value = '']) => ({ name, labels, value: readValue(value) }),
  );
}

const readValue = (text: string): number =>
  text.endsWith('Inf') ? Number(text.replace('Inf', 'Infinity')) : Number(text);

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

function readRules(): Rule[] {
  const text = readFileSync(join(repository, 'deploy', 'alerts.yml'), 'utf8');
  const rules = /- alert: (\w+)\n\s+expr: (?:>-\n)?((?:(?!\n\s+(?:for|annotations):)[\s\S])+)/g;
  return [...text.matchAll(rules)].map(([, alert = '', expr = '']) => ({
    alert,
    expr: expr.replaceAll(/\s+/g, ' ').trim(),
  }));
}

/** `min(metric{label="x"}) > 26 * 3600`, the same of its absolute value, what is absent, and what is not a number. */
const comparison =
  /^(min|max)(?: by \([^)]+\))? ?\((abs\()?([a-z_]+)(?:\{(.+)\})?\)+ (==|>|<) ([\de]+)(?: \* (\d+))?$/;
const absence = /^absent\(([a-z_]+)\)$/;
const unknown = /^count\(([a-z_]+) != \1\)$/;

/** As Prometheus judges: nothing compares with NaN, and an aggregate leaves it out if there is anything else. */
function holds(term: string, scrape: Scrape): boolean {
  const valuesOf = (name?: string, labels = '') =>
    scrape.filter((each) => each.name === name && each.labels.includes(labels));
  const [, absent] = absence.exec(term) ?? [];
  if (absent !== undefined) return valuesOf(absent).length === 0;
  const [, unread] = unknown.exec(term) ?? [];
  if (unread !== undefined) return valuesOf(unread).some(({ value }) => Number.isNaN(value));
  const [, how, abs, name, labels, sign, number, times = '1'] = comparison.exec(term) ?? [];
  if (how === undefined)
    throw new Error(`The rule "${term}" is of a kind that the test cannot judge`);
  const values = valuesOf(name, labels)
    .map(({ value }) => (abs ? Math.abs(value) : value))
    .filter((value) => !Number.isNaN(value));
  if (values.length === 0) return false;
  const value = how === 'min' ? Math.min(...values) : Math.max(...values);
  const limit = Number(number) * Number(times);
  return sign === '==' ? value === limit : sign === '>' ? value > limit : value < limit;
}

/** The rules whose condition a scrape meets. Those of rates need two scrapes, and are left out. */
export function alertsOn(metrics: string): string[] {
  const scrape = readScrape(metrics);
  return readRules()
    .filter(({ expr }) => !expr.includes('rate('))
    .filter(({ expr }) => expr.split(' or ').some((term) => holds(term, scrape)))
    .map(({ alert }) => alert);
}
