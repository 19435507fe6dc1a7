import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Everything, or only a part of it: colours take the longest, and a theme changes nothing else. */
export type Look = 'all' | 'colours' | 'all but colours';

/** What axe objects to on the page as it stands. */
export async function violations(page: Page, look: Look = 'all'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  const looking = look === 'colours' ? axe.withRules(['color-contrast']) : axe.withTags(tags);
  if (look === 'all but colours') looking.disableRules(['color-contrast']);
  // Without it each look opens a window of its own to put the frames' results together.
  const { violations: found } = await looking.setLegacyMode().analyze();
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}
