/** A problem that the user can fix. Printed as a sentence, without a stack. */
export class Problem extends Error {}

/** The sentence for a file system error, or null for an unknown one. */
export function explainSystemError(error) {
  switch (error?.code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return 'The disk is full. Free some space and run the same command again.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return (
        `There is no permission to write ${error.path ?? 'in this folder'}. ` +
        'Run the command as the owner of the folder, or copy the folder to a place of your own.'
      );
    case 'EMFILE':
    case 'ENFILE':
      return 'Too many files are open on this machine. Close some programs, or raise `ulimit -n`.';
    default:
      return null;
  }
}

/** Prints a problem: one sentence if it is known, the full error otherwise. */
export function report(error) {
  const sentence = error instanceof Problem ? error.message : explainSystemError(error);
  process.stderr.write(`${sentence ?? error?.stack ?? error}\n`);
}
