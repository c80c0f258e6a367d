import { PRIVACY } from '../../content/privacy.ts';
import { TERMS } from '../../content/terms.ts';
import { i18n } from '../../i18n/index.ts';
import { LegalPage } from './legal-page.tsx';

/** /privacy */
export const PrivacyScreen = () => (
  <LegalPage text={PRIVACY} beside={{ to: '/terms', label: i18n.t('Terms & Conditions') }} />
);

/** /terms */
export const TermsScreen = () => (
  <LegalPage
    text={TERMS}
    beside={{ to: '/privacy', label: i18n.t('Privacy Policy') }}
    file={{
      href: '/LICENSES.txt',
      name: i18n.t('Likeness licences.txt'),
      label: i18n.t('Open-source licences'),
    }}
  />
);
