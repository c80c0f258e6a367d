import { i18n } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Commands } from './commands.tsx';
import { Shortcuts } from './shortcuts.tsx';

/** The command palette, or the sheet of shortcuts. */
export type HelpKind = 'commands' | 'shortcuts';

export interface HelpProps {
  readonly help: { readonly kind: HelpKind; readonly open: boolean };
  /** Asks which wallet to connect. */
  readonly onConnect: () => void;
  readonly onShow: (kind: HelpKind) => void;
  readonly onClose: () => void;
}

export const Help = ({ help: { kind, open }, onConnect, onShow, onClose }: HelpProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    title={kind === 'commands' ? i18n.t('Commands') : i18n.t('Keyboard shortcuts')}
  >
    {kind === 'commands' ? (
      <Commands onDone={onClose} onConnect={onConnect} onShortcuts={() => onShow('shortcuts')} />
    ) : (
      <Shortcuts />
    )}
  </Dialog>
);
