import { t } from '../../i18n/index.ts';
import type { Updates } from '../../ports/updates.ts';
import { losesWork } from '../../state/busy.ts';
import { showFailure, showToast } from '../../state/toasts.ts';

/**
 * Restarts with the new version, unless that loses work: the installer runs before the windows close,
 * so the question at a window would come too late.
 */
export function installUpdate(updates: Updates): void {
  if (losesWork())
    showToast(t('Something is being read, made or saved here. Restart once that is done.'), 'bad');
  else updates.install().catch(showFailure);
}
