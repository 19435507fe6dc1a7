import { useState } from 'react';
import {
  checkCodeFile,
  checkColumn,
  noFileMessage,
  type CodeFileCheck,
} from './code-file-check.ts';
import { columnText, type ColumnChoice } from './file-columns.ts';

export interface ChosenFile {
  readonly file: File;
  /** Null while it is being read. */
  readonly check: CodeFileCheck | null;
  /** The name of the column that is sent instead of the whole file. */
  readonly column?: string | undefined;
}

interface FileChoice {
  readonly chosen: ChosenFile | null;
  /** Why the chosen or dropped file cannot be sent. */
  readonly error: string | undefined;
  readonly choose: (files: readonly File[]) => Promise<void>;
  /** One column of the chosen file. */
  readonly chooseColumn: (choice: ColumnChoice) => Promise<void>;
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

  async function chooseColumn(choice: ColumnChoice): Promise<void> {
    const columns = chosen?.check?.columns;
    if (!columns) return;
    const { file } = chosen;
    const check = await checkColumn(columns, choice);
    const column = columnText(columns, choice);
    setChosen((current) => (current?.file === file ? { file, check, column } : current));
  }

  const check = chosen?.check;
  const fault = check && !check.isGood ? check.message : undefined;
  return {
    chosen,
    error: hasTooMany ? `${noFileMessage}, one at a time` : fault,
    choose,
    chooseColumn,
  };
}
