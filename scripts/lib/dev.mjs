import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';
import { run, stopAll } from './processes.mjs';
import { toolPath } from './runtime.mjs';

/** So that a server stops in order even when this program is killed outright. */
export const stopWithParent = `--import=${pathToFileURL(inRoot('scripts/lib/stop-with-parent.mjs')).href}`;

const API_PORT = '3001';

/** The API restarts when its files change, the web app reloads when its own do. One Ctrl-C stops both. */
export async function runDev(runtime, viteArgs) {
  const apiPort = process.env.SENTE_API_PORT ?? API_PORT;
  const env = { ...runtime.env, NODE_ENV: 'development', SENTE_API_PORT: apiPort };
  const api = run(
    runtime.node,
    [stopWithParent, '--watch', '--watch-preserve-output', inRoot('api/src/main.ts')],
    { server: true, env: { ...env, HOST: '127.0.0.1', PORT: apiPort } },
  );
  const web = run(runtime.node, [stopWithParent, toolPath('vite', 'vite', 'web'), ...viteArgs], {
    cwd: inRoot('web'),
    env,
  });
  // Neither ends by itself; when one does, the other is of no use alone.
  stopAll('SIGTERM', await Promise.race([api, web]));
}
