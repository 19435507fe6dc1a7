/**
 * Starts verify-statement.ts, or says which Node it needs: an older one does not read TypeScript, and would only
 * print where it stopped.
 *
 *   node client/verify-statement.mjs FILE.csv|FILE.pdf [MORE...] --keys keys.json|URL
 */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 18)) {
  await import('./verify-statement.ts');
} else {
  console.error(`This program needs Node 22.18 or newer; this is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
