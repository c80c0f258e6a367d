import type { ReactNode } from 'react';

import { t } from '../../i18n/index.ts';
import { usePorts } from '../../state/ports.ts';
import { showFailure } from '../../state/toasts.ts';
import styles from '../../ui/text-link.module.css';
import { VisuallyHidden } from '../../ui/text.tsx';

/** A link that leaves the app through the Links port, which knows the sites the app links to. */
export function ExternalLink({
  href,
  children,
}: {
  readonly href: string;
  readonly children?: ReactNode;
}) {
  const { links } = usePorts();
  return (
    <a
      className={styles.link}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={(event) => {
        event.preventDefault();
        links.open(href).catch(showFailure);
      }}
    >
      {children}
      <VisuallyHidden> {t('(opens outside)')}</VisuallyHidden>
    </a>
  );
}
