import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { BADGE_LINE, BADGE_TEXT } from '../../content/brand.ts';
import { shortenAddress } from '../../core/constants.ts';
import { networkLabel } from '../../core/network.ts';
import type { Subscribable } from '../../core/subscribable.ts';
import { t } from '../../i18n/index.ts';
import { useLedger, usePorts, useWallet } from '../../state/ports.ts';
import { useSnapshot } from '../../state/use-snapshot.ts';
import { Anchor, TextLink } from '../../ui/button.tsx';
import { MenuIcon } from '../../ui/icons.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { NetworkMark } from '../../ui/network-mark.tsx';
import { cx, ui } from '../../ui/shared.ts';
import { Trans } from '../../ui/text.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { Account, Nav } from './header-parts.tsx';
import styles from './header.module.css';

/** The words on how this page was loaded, which say plainly what 'SSL Secured' amounts to. */
export function connectionWords({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  if (protocol === 'https:')
    return t(
      'This page came from {host} over an encrypted connection, and connects only to encrypted addresses.',
      { host },
    );
  if (protocol === 'app:')
    return t(
      'This app was installed: its pages come from your own disk, and it connects only to encrypted addresses.',
    );
  return t(
    'Local connection: this page comes from your own machine, so there is nothing to encrypt.',
  );
}

const PANEL = 'seal-details';

/** Known in the browser only; a prerendered page leaves it empty. */
const CONNECTION: Subscribable<string> = {
  snapshot: () => connectionWords(location),
  initial: () => '',
  subscribe: () => () => undefined,
};

/** The badge above the header, with the count that it promises. A press explains its words. */
function Seal() {
  const { config } = usePorts();
  const { photoBytes, avatarBytes, requests } = useLedger().totals;
  const { status, address } = useWallet();
  const panel = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  useEffect(() => panel.current?.hidePopover(), [key]);
  const [secured, verified, shared] = BADGE_LINE;

  return (
    <section className={cx(ui.page, styles.seal)} aria-label={t('Safety and network')}>
      <button type="button" className={styles.badge} popoverTarget={PANEL} aria-haspopup="dialog">
        {BADGE_TEXT}
        <span className={styles.mark} data-clean={photoBytes === 0 || undefined}>
          <Trans
            id="{bytes, plural, one {# <unit>photo byte</unit>} other {# <unit>photo bytes</unit>}}"
            values={{ bytes: photoBytes }}
            components={{ unit: <span className={styles.unit} /> }}
          />
        </span>
      </button>
      <NetworkMark label={networkLabel(config.network)} />
      <div
        ref={panel}
        id={PANEL}
        popover="auto"
        role="dialog"
        aria-label={t('What the badge means')}
        className={styles.panel}
      >
        <dl>
          <dt>{secured}</dt>
          <dd>{useSnapshot(CONNECTION)}</dd>
          <dt>{verified}</dt>
          <dd>
            {status === 'connected'
              ? t('{address} is connected. What it signs is checked before it is sent.', {
                  address: shortenAddress(address),
                })
              : t(
                  'No wallet is connected. You need one to pay or to mint, and what it signs is checked before it is sent.',
                )}
          </dd>
          <dt>{shared}</dt>
          <dd>
            {t(
              '{bytes, plural, one {# byte of your photo was} other {# bytes of your photo were}} sent, in {requests, plural, one {# request} other {# requests}} since this window was opened.',
              { bytes: photoBytes, requests },
            )}{' '}
            {avatarBytes > 0 &&
              t(
                '{bytes, plural, one {# byte of a finished avatar was} other {# bytes of a finished avatar were}} published, because you minted it.',
                { bytes: avatarBytes },
              )}
          </dd>
        </dl>
        <TextLink to="/trust-security">{t('See every request')}</TextLink>
      </div>
    </section>
  );
}

const Menu = lazily(async () => (await import('./on-demand.tsx')).Menu);

export function Header() {
  /** Undefined until it is first opened. */
  const [menu, setMenu] = useState<boolean>();
  return (
    <>
      <Seal />
      <header className={styles.header}>
        <div className={cx(ui.page, styles.bar)}>
          <Anchor to="/" className={styles.home} aria-label={t('Likeness, home')}>
            <Wordmark />
          </Anchor>
          <div className={styles.wide}>
            <Nav />
          </div>
          <div className={styles.end}>
            <div className={styles.roomy}>
              <Account />
            </div>
            <button
              type="button"
              className={styles.burger}
              aria-label={t('Menu')}
              aria-haspopup="dialog"
              onClick={() => setMenu(true)}
            >
              <MenuIcon size={24} strokeWidth={1.5} aria-hidden="true" />
            </button>
          </div>
        </div>
      </header>
      {menu !== undefined && <Menu open={menu} onClose={() => setMenu(false)} />}
    </>
  );
}
