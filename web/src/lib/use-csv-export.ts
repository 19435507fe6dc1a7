import { useEffect, useRef, useState } from 'react';
import { downloadFile } from './download-file.ts';
import {
  exportCsv,
  type ExportedFile,
  type ExportedList,
  type ExportProgress,
} from './export-csv.ts';

interface CsvExport {
  /** Null: none is under way. */
  readonly progress: ExportProgress | null;
  /** Answers what was saved; null when one is under way already, or when it was given up. */
  readonly start: <Row>(list: ExportedList<Row>) => Promise<ExportedFile | null>;
  readonly cancel: () => void;
}

/** One at a time; it ends with the page that it belongs to. */
export function useCsvExport(): CsvExport {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start<Row>(list: ExportedList<Row>): Promise<ExportedFile | null> {
    if (running.current) return null;
    const controller = new AbortController();
    running.current = controller;
    setProgress({ rows: 0, total: null });
    try {
      const file = await exportCsv(list, controller.signal, (next) => {
        if (!controller.signal.aborted) setProgress(next);
      });
      // The last page may have come in the moment in which it was given up.
      if (controller.signal.aborted) return null;
      downloadFile(list.fileName, file.content);
      return file;
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error;
    } finally {
      if (running.current === controller) {
        running.current = null;
        setProgress(null);
      }
    }
  }

  function cancel(): void {
    running.current?.abort();
    running.current = null;
    setProgress(null);
  }

  return { progress, start, cancel };
}
