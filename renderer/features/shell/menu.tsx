import { BADGE_TEXT } from '../../content/brand.ts';
import { networkLabel } from '../../core/network.ts';
import { t } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import button from '../../ui/button.module.css';
import { CloseIcon } from '../../ui/icons.tsx';
import { Modal } from '../../ui/modal.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import { Account, Nav } from './header-parts.tsx';
import styles from './menu.module.css';
import { LanguageChoice, ThemeSwitch } from './preferences.tsx';

export interface MenuProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All of the header's items on a small window: a native modal dialog from the top. */
export function Menu({ open, onClose }: MenuProps) {
  const { config } = usePorts();
  return (
    <Modal open={open} onClose={onClose} className={styles.menu} label={t('Menu')}>
      <div className={cx(ui.stack5, styles.sheet)}>
        <div className={styles.head}>
          <Wordmark />
          <button
            type="button"
            className={cx(button.icon, styles.close)}
            aria-label={t('Close menu')}
            onClick={onClose}
          >
            <CloseIcon size={24} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </div>
        <Nav onFollow={onClose} />
        <Account onAct={onClose} />
        <div className={cx(ui.stack3, ui.start, ui.note)}>
          <NetworkMark label={networkLabel(config.network)} />
          <p>{BADGE_TEXT}</p>
          <ThemeSwitch />
          <LanguageChoice />
        </div>
      </div>
    </Modal>
  );
}
