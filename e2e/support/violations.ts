import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rows after the first twenty repeat the same elements; checking a hundred takes axe seconds. */
const repeated = 'tbody tr:nth-child(n + 21), main ul > li:nth-child(n + 21)';

/** All rules, or only colours: a theme changes nothing else. */
type Look = 'all' | 'colours';

/** The axe violations of the current page. */
export async function violations(page: Page, look: Look = 'all'): Promise<string[]> {
  // Data that is being reloaded is shown dimmed until then.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ exclude, options }) => {
      const { violations: found } = await window.axe.run({ exclude }, options);
      return found.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
      );
    },
    { exclude: [repeated], options: optionsFor(look) },
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

function optionsFor(look: Look): RunOptions {
  const runOnly: RunOptions['runOnly'] =
    look === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast'] };
  return { runOnly, resultTypes: ['violations'] };
}
