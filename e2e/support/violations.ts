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

/** The axe violations of the current page. */
export async function violations(page: Page, look: Look = 'all'): Promise<string[]> {
  // Data that is being reloaded is shown dimmed until then.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeSource);
  return page.evaluate(async (options) => {
    // Rows that look like two before them repeat the same elements; checking them all takes axe seconds.
    const alike = new Map<string, number>();
    const repeated = [...document.querySelectorAll('tbody tr, main ul > li')].filter((row) => {
      const parts = [row, ...row.querySelectorAll('*')];
      const look = parts.map((part) => `${part.tagName} ${part.getAttribute('class')}`).join();
      alike.set(look, (alike.get(look) ?? 0) + 1);
      return (alike.get(look) ?? 0) > 2;
    });
    const { violations: found } = await window.axe.run({ exclude: repeated }, options);
    return found.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
    );
  }, optionsFor(look));
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

function optionsFor(look: Look): RunOptions {
  const runOnly: RunOptions['runOnly'] =
    look === 'all' ? { type: 'tag', values: tags } : { type: 'rule', values: ['color-contrast'] };
  return { runOnly, resultTypes: ['violations'], preload: false };
}
