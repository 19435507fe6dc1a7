const waiting: (() => unknown)[] = [];

/**
 * Runs after the tests of the file, the last first. Vitest hears only of an `afterAll` that is called while a file is
 * read: one that a function calls during `beforeAll` or a test is ignored.
 */
export function afterFile(cleanUp: () => unknown): void {
  waiting.push(cleanUp);
}

export async function cleanUpAfterFile(): Promise<void> {
  const faults: unknown[] = [];
  // One that hangs is given up; it must not go on with what the next file tells.
  for (const cleanUp of waiting.splice(0).toReversed()) {
    try {
      await cleanUp();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Not everything ended');
}
