import { vi } from 'vitest';

export interface SavedFile {
  readonly name: string;
  readonly text: () => Promise<string>;
}

/** Collects the files that the page saves from now on, oldest first. */
export function catchDownloads(): readonly SavedFile[] {
  const blobs: Blob[] = [];
  const files: SavedFile[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const blob = blobs.at(-1);
    if (blob) files.push({ name: this.download, text: () => textOf(blob) });
  });
  return files;
}

/** jsdom's Blob has no text(). */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(blob);
  });
}
