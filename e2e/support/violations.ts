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
 * The axe violations of the current page. Checking what repeats itself would take axe most of the time.
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
      const own = (element: Element): string => {
        const text = element.textContent?.trim() ? 'with text' : 'without text';
        const names = element.getAttributeNames().join();
        return `${element.tagName} ${element.getAttribute('class')} ${names} ${text}`;
      };
      const lookOf = (element: Element): string =>
        `${own(element)}(${Array.from(element.children, lookOf).join()})`;
      const repeated: Element[] = [];
      /** What looks like two others in the same surroundings repeats what they show. */
      const count = (element: Element, surroundings: string, seen: Map<string, number>): void => {
        const key = `${surroundings} ${lookOf(element)}`;
        const times = (seen.get(key) ?? 0) + 1;
        seen.set(key, times);
        if (times > 2) repeated.push(element);
        else
          for (const child of element.children)
            count(child, `${surroundings} ${own(element)}`, seen);
      };
      const seenInRows = new Map<string, number>();
      for (const list of document.querySelectorAll('tbody, main ul')) {
        for (const row of list.children) count(row, own(list), seenInRows);
      }
      // The frame of a portal is the same around all pages of this document.
      const { matches: isDark } = window.matchMedia('(prefers-color-scheme: dark)');
      const view = `${mode} ${isDark} ${window.innerWidth}`;
      const frames = (window.checkedFrames ??= new Map<string, Map<string, number>>());
      const seenInFrame = frames.get(view) ?? new Map<string, number>();
      frames.set(view, seenInFrame);
      for (const part of document.querySelectorAll(
        ':is(nav, header, aside):not(main *, [role] *)',
      )) {
        count(part, '', seenInFrame);
      }
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
    /** How often each part of the frame was checked, by rules, theme and width. */
    checkedFrames?: Map<string, Map<string, number>>;
  }
}

function optionsFor(look: Look): RunOptions {
  const runOnly: RunOptions['runOnly'] =
    look === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast'] };
  return { runOnly, resultTypes: ['violations'], preload: false };
}
