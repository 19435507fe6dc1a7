/** Hands a file that lies in memory to the browser to be saved. */
export function downloadFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Safari starts the download after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
