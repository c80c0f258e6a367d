import { PRIVACY } from '../../content/privacy.ts';
import { LegalPage } from './legal-page.tsx';

/** /privacy */
export const PrivacyScreen = () => (
  <LegalPage text={PRIVACY} beside={{ to: '/terms', label: 'Terms & Conditions' }} />
);
