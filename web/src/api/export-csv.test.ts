import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { exportCsv, maxExportedRows, type ExportPage, type ExportProgress } from './export-csv.ts';

interface Row {
  readonly name: string;
  readonly amount: number;
}

const columns = [
  ['Name', (row: Row) => row.name],
  ['Amount', (row: Row) => row.amount],
] as const;
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, () => ({ name: 'a', amount: 1 }));
const lost = () => new ApiError({ kind: 'network', status: 0, message: 'Network error occurred' });

/** Answers these pages in order, or throws an error in place of one. */
function exportOf(pages: readonly (ExportPage<Row> | Error)[]) {
  const asked: (string | null)[] = [];
  const progress: ExportProgress[] = [];
  const fetchPage = async (after: string | null): Promise<ExportPage<Row>> => {
    const page = pages[asked.push(after) - 1];
    if (!page || page instanceof Error) throw page ?? new Error('Asked for too many');
    return page;
  };
  const list = { fileName: 'rows.csv', columns, fetchPage };
  const done = exportCsv(list, new AbortController().signal, (next) => progress.push(next));
  return { done, asked, progress };
}

describe('an export', () => {
  it('requests page after page and writes one file with one header', async () => {
    const { done, asked, progress } = exportOf([
      { rows: [{ name: '=1+1', amount: -5 }], total: 2, nextAfter: 'x' },
      { rows: [{ name: 'two "2"', amount: 0.5 }], total: 2, nextAfter: null },
    ]);
    const { content, rows, isCut } = await done;
    expect(await textOf(content)).toBe(
      '\uFEFF"Name","Amount"\r\n"\'=1+1","-5"\r\n"two ""2""","0.5"\r\n',
    );
    expect({ rows, isCut }).toEqual({ rows: 2, isCut: false });
    expect(asked).toEqual([null, 'x']);
    expect(progress).toEqual([
      { rows: 1, total: 2 },
      { rows: 2, total: 2 },
    ]);
  });

  it('stops at the maximum size of a file', async () => {
    const pages = Array.from({ length: 101 }, () => ({
      rows: rowsOf(1_000),
      total: 150_000,
      nextAfter: 'x',
    }));
    const { done, asked } = exportOf(pages);
    expect(await done).toMatchObject({ rows: maxExportedRows, total: 150_000, isCut: true });
    expect(asked).toHaveLength(100);
  });

  it.each([
    [maxExportedRows, false],
    [maxExportedRows + 1, true],
  ])('an export of %i rows in one answer is cut: %s', async (count, isCut) => {
    const { done } = exportOf([{ rows: rowsOf(count), total: count, nextAfter: null }]);
    expect(await done).toMatchObject({ rows: maxExportedRows, isCut });
  });

  it('ends at an empty page, even if it announces more', async () => {
    const { done } = exportOf([{ rows: [], total: 0, nextAfter: 'x' }]);
    expect(await done).toMatchObject({ rows: 0, isCut: false });
  });

  it('retries once after a lost connection', async () => {
    const last = { rows: rowsOf(1), total: 1, nextAfter: null };
    expect(await exportOf([lost(), last]).done).toMatchObject({ rows: 1 });
    await expect(exportOf([lost(), lost(), last]).done).rejects.toThrow('Network error occurred');
  });

  it('does not retry after an error answer of the server', async () => {
    const refusal = new ApiError({ kind: 'http', status: 500, message: 'No' });
    const { done, asked } = exportOf([refusal]);
    await expect(done).rejects.toBe(refusal);
    expect(asked).toHaveLength(1);
  });
});

/** jsdom's Blob has no text(). */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    // readAsText would remove the byte-order mark.
    reader.addEventListener('load', () =>
      resolve(new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer)),
    );
    reader.readAsArrayBuffer(blob);
  });
}
