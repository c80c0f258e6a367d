import type { PickedPhoto } from '../../ports/photos.ts';

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/**
 * The files that were dropped, also those in dropped folders, named by their paths. Call it in the
 * drop's event: the browser forgets afterwards what was dropped.
 */
export async function droppedFiles(data: DataTransfer): Promise<readonly PickedPhoto[]> {
  const dropped = Array.from(data.items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const files: PickedPhoto[] = [];
  for (const { entry, file } of dropped)
    // Without an entry, as in a browser that has none, it is a plain file.
    if (entry) await collect(entry, files);
    else if (file) files.push({ name: file.name, file });
  return files;
}

async function collect(entry: FileSystemEntry, files: PickedPhoto[]): Promise<void> {
  if (isFile(entry))
    files.push({
      name: entry.fullPath.replace(/^\//, ''),
      file: () => new Promise((resolve, reject) => entry.file(resolve, reject)),
    });
  if (!isFolder(entry)) return;
  const reader = entry.createReader();
  // Chromium gives a hundred at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const one of some) await collect(one, files);
  }
}
