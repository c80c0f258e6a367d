import {
  dialog,
  type BrowserWindow,
  type MessageBoxOptions,
  type OpenDialogOptions,
} from 'electron';

import { t } from '../../renderer/i18n/index.ts';

/** After this many refusals in a row, no question is shown again until the app is restarted. */
const MOST_REFUSALS = 3;

export interface Question {
  readonly message: string;
  readonly detail: string;
}

/**
 * Asks the user in a system dialog, which a compromised page can neither answer nor repeat until the
 * user gives in. Undefined if it isn't shown: another one is open, or too many were refused.
 */
export type Ask = (question: Question) => Promise<boolean | undefined>;

export function questions(window: () => BrowserWindow | undefined): Ask {
  let asking = false;
  let refusals = 0;
  return async (question) => {
    if (asking || refusals >= MOST_REFUSALS) return undefined;
    asking = true;
    const parent = window();
    const box: MessageBoxOptions = {
      type: 'question',
      ...question,
      buttons: [t('Allow'), t('Cancel')],
      // Enter alone doesn't consent.
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    };
    const { response } = await (
      parent ? dialog.showMessageBox(parent, box) : dialog.showMessageBox(box)
    ).finally(() => (asking = false));
    refusals = response === 0 ? 0 : refusals + 1;
    return response === 0;
  };
}

/** What the user chooses in the system's open dialog; nothing if they cancel. */
export async function chosenPaths(
  parent: BrowserWindow | undefined,
  options: OpenDialogOptions,
): Promise<readonly string[]> {
  const { canceled, filePaths } = await (parent
    ? dialog.showOpenDialog(parent, options)
    : dialog.showOpenDialog(options));
  return canceled ? [] : filePaths;
}
