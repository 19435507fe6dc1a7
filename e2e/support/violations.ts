import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Half the size of what `axe.source` holds; a page that is loaded anew needs it again. */
const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** All rules, or only colours: a theme changes nothing else. */
type Look = 'all' | 'colours';

/**
 * The axe violations of the current page. Checking what repeats itself would take axe most of the time, so
 * of what looks alike in surroundings that look alike two are checked, in all looks at this document.
 */
export async function violations(page: Page, look: Look = 'all'): Promise<string[]> {
  // The address changes before the page stands, and until then there is nothing to check.
  const heading = page.getByRole('heading', { level: 1, includeHidden: true });
  await expect(heading.first()).toBeAttached();
  // Data that is being reloaded is shown dimmed until then.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) {
    await page.evaluate(axeSource);
    // The text of every element that it looks at, of which nothing is shown.
    await page.evaluate(() => window.axe.configure({ noHtml: true }));
  }
  return page.evaluate(
    async ({ options, look: mode }) => {
      const numbers = (window.looks ??= new Map<string, number>());
      /** The same number for the same text. */
      const numberOf = (text: string): number => {
        const number = numbers.get(text) ?? numbers.size;
        numbers.set(text, number);
        return number;
      };
      /** Not what people wrote, nor ids, but whether they are there. */
      const shown = ({ name, value }: Attr): string => {
        if (/^(for|aria-(labelledby|describedby|controls|owns|activedescendant))$/.test(name)) {
          const isFound = (id: string) => document.getElementById(id) !== null;
          return `${name} ${value.split(/\s+/).every(isFound)}`;
        }
        if (name === 'style') return value.replaceAll(/[\d.]+(px|%)/g, '');
        return name === 'class' || /^([a-z-]*|-?\d)$/.test(value) ? `${name} ${value}` : name;
      };
      const owns = new Map<Element, number>();
      const looks = new Map<Element, number>();
      const own = (element: Element): number => owns.get(element) ?? 0;
      const read = (element: Element): number => {
        const text = element.textContent?.trim() ? 'with text' : 'without text';
        const attributes = Array.from(element.attributes, shown);
        const labels = 'labels' in element && (element as HTMLInputElement).labels?.length;
        owns.set(element, numberOf([element.tagName, text, labels, ...attributes].join(' ')));
        const inside = Array.from(element.children, read);
        const number = numberOf(`${own(element)}(${inside.join()})`);
        looks.set(element, number);
        return number;
      };
      read(document.body);
      const { matches: isDark } = window.matchMedia('(prefers-color-scheme: dark)');
      const view = `${mode} ${isDark} ${window.innerWidth}`;
      const seen = (window.seenLooks ??= new Map<string, number>());
      const repeated: Element[] = [];
      const count = (element: Element, surroundings: number): void => {
        const key = `${view} ${surroundings} ${looks.get(element)}`;
        const times = (seen.get(key) ?? 0) + 1;
        seen.set(key, times);
        const around = numberOf(`${surroundings}>${own(element)}`);
        if (times > 2) repeated.push(element);
        else for (const child of element.children) count(child, around);
      };
      const page = [
        document.title !== '',
        ...Array.from(document.documentElement.attributes, shown),
      ];
      count(document.body, numberOf(page.join(' ')));
      if (repeated.includes(document.body)) return [];
      const { violations: found } = await window.axe.run({ exclude: repeated }, options);
      return found.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
      );
    },
    { options: optionsFor(look), look },
  );
}

declare global {
  interface Window {
    axe: typeof axe;
    /** The numbers of texts, so that what looks alike is compared quickly. */
    looks?: Map<string, number>;
    /** How often each look was checked, by rules, theme, width and surroundings. */
    seenLooks?: Map<string, number>;
  }
}

function optionsFor(look: Look): RunOptions {
  const runOnly: RunOptions['runOnly'] =
    look === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast'] };
  return { runOnly, resultTypes: ['violations'], preload: false };
}
