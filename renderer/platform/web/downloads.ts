import { LikenessError } from '../../core/errors.ts';
import type { Downloads } from '../../ports/downloads.ts';

/** A browser reads the address some time after the click; too early a revocation saves nothing. */
const REVOKE_AFTER_MS = 60_000;

/** Saves into the browser's download folder; the browser itself avoids names that are taken. */
export function webDownloads(): Downloads {
  return {
    save(name, content) {
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
    },
  };
}
