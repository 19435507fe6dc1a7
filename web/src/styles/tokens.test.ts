import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

type Tokens = Map<string, string>;

const css = readFileSync(resolve(import.meta.dirname, 'tokens.css'), 'utf8');
const light = block(':root');
const dark = block("[data-theme='dark']");

it('defines the same names in both themes', () => {
  expect([...dark.keys()]).toEqual([...light.keys()]);
});

it('the frame in index.html has the same colours', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../index.html'), 'utf8');
  const [inLight, inDark] = [...page.matchAll(/#frame \{([^}]*)\}/g)].map(
    ([, rules = '']) => rules,
  );
  for (const [rules = '', tokens] of [[inLight, light] as const, [inDark, dark] as const]) {
    expect(/background: (#\w+)/.exec(rules)?.[1]).toBe(tokens.get('background'));
    for (const name of ['surface', 'line', 'accent']) {
      expect(new RegExp(`--${name}: (#\\w+)`).exec(rules)?.[1], name).toBe(tokens.get(name));
    }
  }
});

const surfaces = ['background', 'surface', 'surface-raised', 'surface-sunken', 'surface-hover'];
const statuses = ['success', 'danger', 'warning', 'info'];

const textPairs: [string, string][] = [
  ...surfaces.flatMap((surface): [string, string][] => [
    ['text', surface],
    ['muted', surface],
    ['accent-text', surface],
    ...statuses.map((status): [string, string] => [`${status}-text`, surface]),
  ]),
  ...statuses.flatMap((status): [string, string][] => [
    [`${status}-text`, `${status}-soft`],
    ['text', `${status}-soft`],
    ['muted', `${status}-soft`],
  ]),
  ['text', 'accent-soft'],
  ['accent-text', 'accent-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-test', 'test'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
];

/** Borders of inputs, the focus ring, icons and chart lines (WCAG 1.4.11). */
const shapePairs: [string, string][] = surfaces.flatMap((surface): [string, string][] => [
  ['line-strong', surface],
  ['focus', surface],
  ['accent', surface],
  ...statuses.map((status): [string, string] => [status, surface]),
]);

describe.each([
  ['light', light],
  ['dark', dark],
])('%s theme', (_name, tokens) => {
  it.each(textPairs)('text --%s on --%s has a contrast of at least 4.5', (one, other) => {
    expect(contrast(tokens, one, other)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(shapePairs)('shape --%s on --%s has a contrast of at least 3', (one, other) => {
    expect(contrast(tokens, one, other)).toBeGreaterThanOrEqual(3);
  });
});

function block(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((match) => [match[1]!, match[2]!.trim()]),
  );
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(tokens: Tokens, one: string, other: string): number {
  const [a, b] = [one, other].map((name) => {
    const value = tokens.get(name);
    if (!value || !/^#[0-9a-f]{6}$/.test(value)) throw new Error(`no plain colour for --${name}`);
    return luminance(value);
  }) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
