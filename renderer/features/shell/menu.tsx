import { useEffect, useRef } from 'react';

import { BADGE_LINE } from '../../content/brand.ts';
import { networkLabel } from '../../core/network.ts';
import { usePorts } from '../../state/ports.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { Account } from './account.tsx';
import styles from './menu.module.css';
import { Nav } from './nav.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

export interface MenuProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Everything of the header, on a small window: a native modal dialog from the top. */
export function Menu({ open, onClose }: MenuProps) {
  const { config } = usePorts();
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) ref.current?.showModal();
    else ref.current?.close();
  }, [open]);
  return (
    <dialog
      ref={ref}
      className={styles.menu}
      aria-label="Menu"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <div className={styles.sheet}>
          <div className={styles.head}>
            <Wordmark />
            <button
              type="button"
              className={styles.close}
              aria-label="Close menu"
              onClick={onClose}
            >
              <CloseIcon size={24} strokeWidth={1.5} aria-hidden="true" />
            </button>
          </div>
          <Nav onFollow={onClose} />
          <Account onAct={onClose} />
          <div className={styles.foot}>
            <NetworkMark label={networkLabel(config.network)} />
            <p>{BADGE_LINE.join(' • ')}</p>
            <ThemeSwitch />
          </div>
        </div>
      )}
    </dialog>
  );
}
