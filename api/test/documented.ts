import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cleanEnvironment } from './program.ts';

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const operations = readFileSync(`${repository}docs/operations.md`, 'utf8');

/** The shell commands of docs/operations.md by a text that only they contain. Tests run them as they are written. */
export const documented = {
  logins: 'create role sente_server',
  backup: 'npm run backup -- --keep',
  sealedBackup: 'openssl genpkey',
  backupRole: 'create role sente_backup',
  dump: 'pg_dumpall',
  sealKey: 'npm run backup -- --keys-only',
  restore: 'npm run restore\n',
  restoreTo: 'npm run restore -- --to',
  verify: 'npm run verify\n',
  restoreDump: 'pg_restore',
  openKey: 'npm run restore -- --keys-only',
  container: 'podman build',
  unit: 'systemctl enable',
  sbom: 'npm run sbom',
} as const;
/** They change the machine: their files have tests (deploy-files.test.ts), and the program behind them has many. */
export const onServersOnly: readonly (keyof typeof documented)[] = ['container', 'unit'];
export type Documented = keyof typeof documented;

export function shellBlocks(): string[] {
  return [...operations.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
}

function blockOf(name: Documented): string {
  const block = shellBlocks().find((each) => each.includes(documented[name]));
  if (block === undefined) throw new Error(`docs/operations.md has no command for ${name}`);
  return block;
}

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Run {
  /** Where the commands are typed. */
  readonly cwd: string;
  readonly settings?: Record<string, string>;
  /** Folders and moments of the reader, in place of those of the text. */
  readonly instead?: Record<string, string>;
}

export async function runDocumented(name: Documented, run: Run): Promise<Ended> {
  let text = blockOf(name).replaceAll(/\bnpm run\b/g, `npm --prefix '${repository}' run --silent`);
  for (const [written, meant] of Object.entries(run.instead ?? {})) {
    if (!text.includes(written)) throw new Error(`${name} does not mention ${written}`);
    text = text.replaceAll(written, meant);
  }
  return runShell(text, run);
}

export async function runShell(text: string, { cwd, settings = {} }: Run): Promise<Ended> {
  const env = cleanEnvironment(settings);
  try {
    const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', text], { cwd, env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as Ended;
  }
}
