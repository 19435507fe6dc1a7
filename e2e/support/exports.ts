import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Exports what the list shows; the file is saved as soon as the job has written it. */
export async function exportAs(
  page: Page,
  format: 'CSV' | 'Excel',
): Promise<{ fileName: string; content: Buffer }> {
  await page.getByRole('button', { name: /^Export/ }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: `Export as ${format}` }).click();
  const download = await waiting;
  const content = await readFile(await download.path());
  return { fileName: download.suggestedFilename(), content };
}
