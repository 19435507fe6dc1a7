import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const contrast = 'color-contrast';

/** Everything, or only a part of it: colours take the longest, and a theme changes nothing else. */
export type Look = 'all' | 'colours' | 'all but colours';

/** What axe objects to on the page as it stands. */
export async function violations(page: Page, look: Look = 'all'): Promise<string[]> {
  // What is being loaded again is shown pale until then.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  return page.evaluate(async (options) => {
    const { violations: found } = await window.axe.run(document, options);
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
  const common: RunOptions = { resultTypes: ['violations'] };
  if (look === 'colours') return { ...common, runOnly: { type: 'rule', values: [contrast] } };
  const rules = look === 'all but colours' ? { [contrast]: { enabled: false } } : {};
  return { ...common, rules, runOnly: { type: 'tag', values: tags } };
}
