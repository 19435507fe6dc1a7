/** For failures that are not shown on screen. */
export function logError(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser's console is the only log there is
  console.error(what, error);
}
