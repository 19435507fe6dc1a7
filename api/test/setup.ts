import { afterAll } from 'vitest';
import { cleanUpAfterFile } from './after-file.ts';

// Vitest runs this file before each test file, and the other one once: files share their modules.
afterAll(cleanUpAfterFile);
