import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { i18n } from '../../i18n/index.ts';
import { ERASED_HASH } from '../../state/notices.ts';
import { showToastAtom } from '../../state/toasts.ts';

/** Says once, on the page that loads after everything was erased, that it was. */
export function useErasedNotice(): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const showToast = useSetAtom(showToastAtom);
  useEffect(() => {
    if (hash !== ERASED_HASH) return;
    showToast(i18n.t('Everything was erased from this device.'), 'good');
    void navigate('/', { replace: true });
  }, [hash, navigate, showToast]);
}
