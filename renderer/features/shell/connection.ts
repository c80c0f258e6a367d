import { i18n } from '../../i18n/index.ts';

/** The words on how this page was loaded, which say plainly what 'SSL Secured' amounts to. */
export function connectionWords({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  if (protocol === 'https:')
    return i18n.t(
      'This page came from {host} over an encrypted connection, and speaks to encrypted addresses only.',
      { host },
    );
  if (protocol === 'app:')
    return i18n.t(
      'This app was installed: its pages come from your own disk, and it speaks to encrypted addresses only.',
    );
  return i18n.t(
    'Local connection: this page comes from your own machine, so there is nothing to encrypt.',
  );
}
