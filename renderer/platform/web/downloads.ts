import { LikenessError } from '../../core/errors.ts';
import type { FileName } from '../../core/file-name.ts';
import type { Downloads, NamedFile, Saved } from '../../ports/downloads.ts';
import { webFiles } from './files.ts';

/** A browser reads the URL some time after the click. Revoking it too early saves nothing. */
const REVOKE_AFTER_MS = 60_000;

function save(name: FileName, content: Blob): Promise<Saved> {
  try {
    const url = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.hidden = true;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
    return Promise.resolve({});
  } catch (thrown) {
    return Promise.reject(new LikenessError('download-failed', {}, { cause: thrown }));
  }
}

/**
 * The files in the form that the archive library takes. Keeps the error that ends them: the
 * archive's own error says less.
 */
async function* entries(
  files: AsyncIterable<NamedFile>,
  ended: (why: unknown) => void,
): AsyncGenerator<{ name: string; input: Blob }> {
  try {
    for await (const { name, content } of files) yield { name, input: content };
  } catch (thrown) {
    ended(thrown);
    throw thrown;
  }
}

/** Saves into the browser's download folder. The browser avoids names that are taken. */
export function webDownloads(): Downloads {
  const downloads: Downloads = {
    save,
    async saveAll(name, files) {
      const { makeZip } = await import('client-zip');
      const sink = await webFiles(downloads).begin(`${name}.zip`);
      let why: unknown;
      try {
        const archive = makeZip(entries(files, (thrown) => (why = thrown))).getReader();
        for (let piece = await archive.read(); !piece.done; piece = await archive.read())
          await sink.write(new Uint8Array(piece.value));
        return await sink.close();
      } catch (thrown) {
        await sink.abort();
        const cause = why ?? thrown;
        throw cause instanceof LikenessError && cause.code !== 'backup-failed'
          ? cause
          : new LikenessError('download-failed', {}, { cause });
      }
    },
    mostLifted: 1,
    lift(files) {
      let url: string | undefined;
      let name = '';
      let type = '';
      files.then(
        ([file]) => {
          if (!file) return;
          url = URL.createObjectURL(file.content);
          ({
            name,
            content: { type },
          } = file);
        },
        () => undefined, // `drag` reports the failure, if there is a drag.
      );
      return {
        // Chromium turns this into a file. Other browsers drag the picture itself, as they do any
        // picture.
        drag({ dataTransfer }) {
          if (url !== undefined && dataTransfer) {
            dataTransfer.setData('DownloadURL', `${type}:${name}:${url}`);
            dataTransfer.effectAllowed = 'copy';
          }
          return Promise.resolve();
        },
        release() {
          setTimeout(() => url !== undefined && URL.revokeObjectURL(url), REVOKE_AFTER_MS);
        },
      };
    },
  };
  return downloads;
}
