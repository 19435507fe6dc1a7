import type { Locator, Page } from '@playwright/test';

/** The loaded rows of a table; a press on a placeholder would do nothing. */
export function rowsOf(place: Page | Locator): Locator {
  return place.locator('tbody tr:not([data-skeleton-row])');
}
