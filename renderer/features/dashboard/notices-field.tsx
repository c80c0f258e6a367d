import { useState } from 'react';

import { i18n } from '../../i18n/index.ts';
import { useNotices } from '../../state/attention/index.ts';
import { CheckField } from '../../ui/field.tsx';

/** Switches notifications on and off, where the platform has them. */
export function NoticesField() {
  const { permission, on, turn } = useNotices();
  const [refused, setRefused] = useState(false);
  if (permission === 'absent') return null;
  const blocked = permission === 'denied' || refused;
  return (
    <CheckField
      label={i18n.t('Tell me when avatars are ready')}
      hint={
        blocked
          ? i18n.t(
              'The browser blocks notifications of this site. Allow them in its settings for the site, then tick this.',
            )
          : i18n.t('A notification of your system, while you look at something else.')
      }
      checked={on}
      onChange={({ target: { checked } }) => {
        void turn(checked).then((now) => setRefused(checked && now !== 'granted'));
      }}
    />
  );
}
