import { PRIVACY } from '../../content/privacy.ts';
import { TERMS } from '../../content/terms.ts';
import { LegalPage } from './legal-page.tsx';

/** /privacy */
export const PrivacyScreen = () => (
  <LegalPage text={PRIVACY} beside={{ to: '/terms', label: 'Terms & Conditions' }} />
);

/** /terms */
export const TermsScreen = () => (
  <LegalPage
    text={TERMS}
    beside={{ to: '/privacy', label: 'Privacy Policy' }}
    file={{
      href: '/LICENSES.txt',
      name: 'Likeness licences.txt',
      label: 'Open-source licences',
    }}
  />
);
