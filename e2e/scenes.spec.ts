import { lookAround } from './support/look.ts';
import { planScenes } from './support/scenes.ts';
import { test } from './support/test.ts';

test('axe finds nothing where only an action leads to, light and dark, wide and on a phone, and everything fits the window', async ({
  page,
}) => {
  test.setTimeout(300_000);
  for (const scene of planScenes()) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    await scene.arrive(page);
    await lookAround(page, { ...scene, isWhole: true });
  }
});
