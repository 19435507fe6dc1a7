/** A value of a cell: times become dates of a spreadsheet. */
export type Cell = string | number | Date | null;

/** What the end of the file says of its content. */
export interface Packed {
  /** Checksum and length of the content before it was compressed. */
  readonly crc: number;
  readonly length: number;
  /** Length of what was stored. */
  readonly size: number;
}

/**
 * A file that is written part by part, each without knowledge of the others: any server can go on
 * with it, and none holds it whole.
 */
export interface FileFormat {
  /** The content before the first row, some rows, and after the last row. */
  begin(headers: readonly string[]): string;
  rows(rows: readonly (readonly Cell[])[]): string;
  end(): string;
  /** The bytes to store for a part of the content. */
  pack(content: string): Buffer;
  /** What stands before and after the content in the file, once this is known. */
  wrap(packed: Packed): { readonly front: Buffer; readonly back: Buffer };
}
