import { useState } from 'react';
import { checkCodeFile, noFileMessage, type CodeFileCheck } from './code-file-check.ts';

export interface ChosenFile {
  readonly file: File;
  /** Null while it is being read. */
  readonly check: CodeFileCheck | null;
}

interface FileChoice {
  readonly chosen: ChosenFile | null;
  /** Why the chosen or dropped file cannot be sent. */
  readonly error: string | undefined;
  readonly choose: (files: readonly File[]) => Promise<void>;
}

/** Every chosen file is checked at once. */
export function useChosenFile(): FileChoice {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [hasTooMany, setHasTooMany] = useState(false);

  async function choose(files: readonly File[]): Promise<void> {
    const [file] = files;
    setHasTooMany(files.length > 1);
    if (!file || files.length > 1) return;
    setChosen({ file, check: null });
    const check = await checkCodeFile(file);
    // Another file may have been chosen since.
    setChosen((current) => (current?.file === file ? { file, check } : current));
  }

  const check = chosen?.check;
  const fault = check && !check.isGood ? check.message : undefined;
  return { chosen, error: hasTooMany ? `${noFileMessage}, one at a time` : fault, choose };
}
