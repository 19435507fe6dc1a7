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
  for (let cleanUp = waiting.pop(); cleanUp; cleanUp = waiting.pop()) {
    try {
      await cleanUp();
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Not everything ended');
}
