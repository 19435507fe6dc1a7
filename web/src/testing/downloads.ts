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

/** Waits for the first one: a page may have to load the code of its export first. */
export function firstFile(files: readonly SavedFile[]): Promise<SavedFile> {
  return vi.waitFor(
    () => {
      const [file] = files;
      if (!file) throw new Error('The page saved no file');
      return file;
    },
    // Longer than that of `findBy`, which an import exceeds on a busy machine.
    { timeout: 15_000 },
  );
}

/** jsdom's Blob has no text(). */
function textOf(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(blob);
  });
}
