import type { Locator, Page } from '@playwright/test';

/** The rows of a table that have come; a press on a placeholder would do nothing. */
export function rowsOf(place: Page | Locator): Locator {
  return place.locator('tbody tr:not([data-skeleton-row])');
}
