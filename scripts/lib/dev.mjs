import { inRoot } from './paths.mjs';
import { run, stopAll } from './processes.mjs';
import { toolPath } from './runtime.mjs';

const WEB_PORT = 3000;

/** The API restarts when its files change, the web app reloads when its own do. One Ctrl-C stops both. */
export async function runDev(runtime, viteArgs) {
  const webPort = Number(process.env.PORT || WEB_PORT);
  const apiPort = String(process.env.SENTE_API_PORT || webPort + 1);
  const env = { ...runtime.env, NODE_ENV: 'development', SENTE_API_PORT: apiPort };
  const api = run(
    runtime.node,
    ['--watch', '--watch-preserve-output', inRoot('api/src/programs/serve.ts')],
    {
      server: true,
      env: { ...env, HOST: '127.0.0.1', PORT: apiPort, SENTE_WEB_PORT: String(webPort) },
    },
  );
  const vite = [toolPath('vite', 'vite', 'web'), '--port', String(webPort), '--strictPort'];
  const web = run(runtime.node, [...vite, ...viteArgs], { cwd: inRoot('web'), env });
  // Neither exits on its own; if one does, the other is stopped.
  stopAll('SIGTERM', await Promise.race([api, web]));
}
