/**
 * A start failure that the operator can fix. The message says what is wrong and what to do; print
 * it without a stack.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

const NO_SPACE =
  'The disk is full: PostgreSQL could not write its files. Free some space and start again.';

/** Messages of PostgreSQL and our explanations; the first match wins. */
const KNOWN_OUTPUT: readonly (readonly [
  RegExp,
  (dataDir: string, match: RegExpExecArray) => string,
])[] = [
  [/No space left on device|Disk quota exceeded/, () => NO_SPACE],
  [
    /before configured recovery target was reached/,
    () =>
      'Neither the backup nor the archive reaches that moment. Restore to an earlier one, or without --to to the last there is.',
  ],
  [
    /recovery stop point is before consistent recovery point/,
    () => 'The backup was made after that moment. Name an earlier backup.',
  ],
  [
    /initialized by PostgreSQL version (\S+), which is not compatible with this version (\d+)/,
    (dataDir, [, made, ours]) =>
      `The data folder ${dataDir} was made by PostgreSQL ${made?.replace(/,$/, '')}, and this is PostgreSQL ${ours}. ` +
      'Set SENTE_DATA to another folder, or DATABASE_URL to a server of the old version.',
  ],
  [
    /Read-only file system/,
    (dataDir) =>
      `The data folder ${dataDir} is on a read-only disk. Set SENTE_DATA to a folder that can be written.`,
  ],
  [
    /Permission denied|Operation not permitted|has wrong ownership/,
    (dataDir) => noPermission(dataDir),
  ],
  [
    /could not map anonymous shared memory|Cannot allocate memory/,
    () =>
      'There is too little memory for PostgreSQL. Free some, or set DATABASE_URL to a server elsewhere.',
  ],
];

export function noPermission(folder: string): string {
  return (
    `PostgreSQL may not use the data folder ${folder}. ` +
    'Start Sente as the user who owns it, or set SENTE_DATA to another folder.'
  );
}

/** Turns the last output of initdb or the server into a StartError. */
export function explainOutput(what: string, output: string, dataDir: string): StartError {
  for (const [pattern, sentence] of KNOWN_OUTPUT) {
    const match = pattern.exec(output);
    if (match) return new StartError(sentence(dataDir, match));
  }
  const lastLines = output.trim().split('\n').slice(-6).join('\n');
  return new StartError(
    `${what} failed. Set DATABASE_URL to use another PostgreSQL server. It said:\n${lastLines || '(nothing)'}`,
  );
}

/** Turns a failed file operation into a StartError; other errors are returned unchanged. */
export function explainFileError(error: unknown, dataDir: string): unknown {
  if (error instanceof StartError) return error;
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(NO_SPACE, { cause: error });
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(noPermission(dataDir), { cause: error });
    case 'ENOENT':
    case 'ENOTDIR':
      return new StartError(
        `The data folder ${dataDir} cannot be made there. Set SENTE_DATA to another folder.`,
        { cause: error },
      );
    default:
      return error;
  }
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
