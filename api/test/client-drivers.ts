import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** Each PHP has these, and the client asks for curl; all else may be missing. */
const phpParts = 'Core standard pcre json hash date random SPL Reflection curl';
const otherFunctions = `foreach (get_loaded_extensions() as $part) {
  if (in_array($part, explode(' ', '${phpParts}'), true)) continue;
  foreach (get_extension_funcs($part) ?: [] as $name) $names[] = $name;
}
echo implode(',', $names ?? []);`;

/** How the client of each language is run, and how to find out whether the language is there. */
const languages = {
  Node: { command: process.execPath, driver: 'driver.ts', check: ['--version'] },
  Python: { command: 'python3', driver: 'driver.py', check: ['--version'] },
  PHP: {
    command: 'php',
    driver: 'driver.php',
    check: ['-r', "exit((int) !extension_loaded('curl'));"],
  },
} as const;
export type Language = keyof typeof languages;
export const languageNames = Object.keys(languages) as Language[];

export function isInstalled(language: Language): boolean {
  const { command, check } = languages[language];
  return spawnSync(command, [...check], { stdio: 'ignore' }).status === 0;
}

export interface ClientError {
  readonly code: string;
  readonly message: string;
  readonly status: number;
  readonly fields: Record<string, string>;
  readonly requestId: string | null;
  readonly hint: string | null;
  readonly idempotencyKey: string | null;
}

export interface ClientOptions {
  readonly baseUrl: string;
  readonly channelId: string;
  readonly secretKey: string;
  readonly retryForMs?: number;
}

export interface ClientDriver {
  /** The result of a call; rejects with its error. */
  call<Result>(name: string, options: ClientOptions | null, ...given: unknown[]): Promise<Result>;
  stop(): void;
}

/** What a bare installation lacks is taken away, so that the client is tested without it. */
function bareArguments(language: Language): string[] {
  if (language !== 'PHP') return [];
  const names = spawnSync('php', ['-r', otherFunctions], { encoding: 'utf8' }).stdout;
  return ['-d', `disable_functions=${names}`];
}

/** Starts the client as a program that makes one call after the other. */
export function startDriver(language: Language): ClientDriver {
  const { command, driver } = languages[language];
  const path = fileURLToPath(new URL(`../../client/conformance/${driver}`, import.meta.url));
  const program = spawn(command, [...bareArguments(language), path], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  return {
    async call(name, options, ...given) {
      program.stdin.write(`${JSON.stringify({ name, options, arguments: given })}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`The ${language} client ended`);
      const answer = JSON.parse(value) as { result: never } | { error: ClientError };
      if ('error' in answer) throw answer.error;
      return answer.result;
    },
    stop: () => void program.kill(),
  };
}
