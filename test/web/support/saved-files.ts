import { vi } from 'vitest';

/** A file that a page has downloaded. */
interface SavedFile {
  readonly name: string;
  readonly text: string;
}

/** Keeps the files that pages download from now on, until mocks are restored: a click would navigate the test page to the file. */
export function captureFiles(): readonly SavedFile[] {
  const files: SavedFile[] = [];
  let text: Promise<string> = Promise.resolve('');
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) text = blob.text();
    return 'blob:test';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const name = this.download;
    void text.then((content) => files.push({ name, text: content }));
  });
  return files;
}

/** Returns the lines of a CSV file, without its byte order mark. */
export function csvLines(text: string): readonly string[] {
  return text.replace('\uFEFF', '').trimEnd().split('\r\n');
}
